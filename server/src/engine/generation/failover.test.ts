import { createClock } from '#kit';
import { describe, expect, it } from 'vitest';
import {
  errorReply,
  hangUp,
  startScriptedUpstream,
  textReply,
} from '../../../test-kit/fakes/scripted-upstream.ts';
import { describeError } from '#kit';
import { EngineFault, type EngineEvent } from '../events.ts';
import type { RefusalReason } from '../refusal.ts';
import { Generation } from './generation.ts';
import { replies, failsWith, FakeEngine } from '../test-support/fake-engine.ts';
import { admitSync, engineConfig, GenerationBench, route } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';
import { silentLog } from '../test-support/silent-log.ts';

const status = (code: number): EngineFault => new EngineFault('status', { status: code });
const said = (reason: RefusalReason): EngineFault =>
  new EngineFault('status', { status: 400, refusal: { reason } });
const TEXT: EngineEvent = { type: 'text', text: 'begun' };

describe('failover', () => {
  it.each([
    ['unreachable', new EngineFault('unreachable')],
    ['timeout', new EngineFault('timeout')],
    ['busy', new EngineFault('busy')],
    ['500', status(500)],
    ['503', status(503)],
    ['429', status(429)],
    ['broken', new EngineFault('broken')],
    ['401', status(401)],
    ['402', status(402)],
    ['403', status(403)],
    ['404', status(404)],
    ['405', status(405)],
    ['408', status(408)],
    ['409', status(409)],
    ['418', status(418)],
    ['302', status(302)],
    ['204', status(204)],
    ['an empty account', said('account')],
    ['a refused key', said('credential')],
    ['a model that is not there', said('model')],
    ['a spent quota', said('quota')],
    ['a setting it does not know', said('parameter')],
  ])('goes on to the next route after %s', async (_name, fault) => {
    await using bench = new GenerationBench(
      { a: new FakeEngine(failsWith(fault)), b: new FakeEngine(replies) },
      [route('a', 1), route('b', 2)],
    );
    expect(await bench.complete()).toMatchObject({ text: 'answer', fault: undefined, late: 0 });
    expect(bench.inFlight).toBe(0);
  });

  it.each([
    ['400', status(400)],
    ['413', status(413)],
    ['422', status(422)],
    ['a long prompt', said('context_length')],
    ['a long reply', said('output_ceiling')],
    ['images', said('images')],
    ['a large body', said('size')],
    ['a filter', said('content_filter')],
  ])('does not repeat what %s refused', async (_name, fault) => {
    await using bench = new GenerationBench(
      { a: new FakeEngine(failsWith(fault)), b: new FakeEngine(replies) },
      [route('a', 1), route('b', 2)],
    );
    expect((await bench.complete()).fault).toBe(fault);
    expect(bench.engines['b']!.calls).toEqual([]);
    expect(describeError(fault)).toEqual({
      class: 'EngineFault',
      engine: 'a',
      fault: 'status',
      status: fault.status,
      ...(fault.refusal && { reason: fault.refusal.reason }),
    });
  });

  it('never happens once anything has reached the sink', async () => {
    const fault = new EngineFault('unreachable');
    await using bench = new GenerationBench(
      { a: new FakeEngine(failsWith(fault, TEXT)), b: new FakeEngine(replies) },
      [route('a', 1), route('b', 2)],
    );
    expect(await bench.complete()).toMatchObject({ events: [TEXT], fault, late: 0 });
    expect(bench.engines['b']!.calls).toEqual([]);
  });

  it('ends with the last fault when no route is left, each tried once', async () => {
    const engines = {
      a: new FakeEngine(failsWith(status(500))),
      b: new FakeEngine(failsWith(new EngineFault('unreachable'))),
    };
    await using bench = new GenerationBench(engines, [route('a', 1), route('b', 1)], {}, { random: () => 0 });
    expect((await bench.complete()).fault).toMatchObject({ kind: 'unreachable' });
    expect([engines.a.calls.length, engines.b.calls.length, bench.inFlight]).toEqual([1, 1, 0]);
  });

  it('ignores later events of the engine it left', async () => {
    await using bench = new GenerationBench(
      { a: new FakeEngine(failsWith(status(500))), b: new FakeEngine() },
      [route('a', 1), route('b', 2)],
    );
    const { sink } = bench.run();
    const [left, current] = [bench.engines['a']!.calls[0]!, bench.engines['b']!.calls[0]!];
    left.sink.event(TEXT);
    left.sink.end();
    expect(sink.events).toEqual([]);
    current.sink.event(TEXT);
    current.sink.end();
    expect(sink).toMatchObject({ events: [TEXT], ended: true, late: 0 });
  });

  it('over real connections: refused, cut and failing engines before a healthy one', async () => {
    const [cut, failing, healthy] = [
      await startScriptedUpstream(hangUp()),
      await startScriptedUpstream(errorReply(500)),
      await startScriptedUpstream(textReply('ok')),
    ];
    const http = (baseUrl: string) => ({
      ...engineConfig(),
      type: 'openai' as const,
      base_url: baseUrl,
      headers: {},
      embeddings_per_request: 256,
      response_formats: [],
    });
    const engines = {
      gone: http('http://127.0.0.1:1/v1'),
      cut: http(cut.baseUrl),
      failing: http(failing.baseUrl),
      healthy: http(healthy.baseUrl),
    };
    const model = {
      id: 'm',
      routes: ['gone', 'cut', 'failing', 'healthy'].map((name, i) => route(name, i + 1)),
    };
    const generation = new Generation({
      config: { engines, models: [model] },
      clock: createClock(),
      log: silentLog,
    });
    const sink = new RecordingSink();
    generation.run(admitSync(generation, model, 'org'), requestOf(), sink);
    await sink.done;
    expect(sink).toMatchObject({ text: 'ok', ended: true });
    expect(generation.stats().map(({ name, faults }) => [name, faults.unreachable, faults.status])).toEqual([
      ['gone', 1, 0],
      ['cut', 1, 0],
      ['failing', 0, 1],
      ['healthy', 0, 0],
    ]);
    await generation.close();
    await Promise.all([cut, failing, healthy].map((up) => up.close()));
  });
});
