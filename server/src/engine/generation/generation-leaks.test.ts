import { createClock } from '#kit';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  errorReply,
  hangUp,
  rawReply,
  sse,
  STALL,
  startScriptedUpstream,
  textReply,
  type RecordedRequest,
} from '../../../test-kit/fakes/scripted-upstream.ts';
import type { CapacityLease } from '../capacity/capacity-lease.ts';
import { Generation } from './generation.ts';
import { admitSync, engineConfig, route } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';
import { silentLog } from '../test-support/silent-log.ts';

/** Undefined while all routes rest. */
function tryToAdmit(...call: Parameters<typeof admitSync>): CapacityLease | undefined {
  try {
    return admitSync(...call);
  } catch (error) {
    expect(error).toMatchObject({ catalogName: 'model_busy' });
    return undefined;
  }
}

describe('a thousand mixed runs', () => {
  it('leave no slot, run or connection behind', async () => {
    const up = await startScriptedUpstream();
    const flaky = await startScriptedUpstream();
    const replies = [
      textReply('fine words here'),
      errorReply(400),
      errorReply(429, { 'retry-after': '0' }),
      hangUp(),
      rawReply([sse(chunk({ content: 'a' })), DESTROY]),
      rawReply(['garbage\n\ndata: x\n\n']),
    ];
    const stalled = rawReply([sse(chunk({ content: 'a' })), STALL]);
    for (const server of [up, flaky])
      server.script(({ number }: RecordedRequest) =>
        number % 200 === 199 ? stalled : replies[number % replies.length]!,
      );
    const http = (baseUrl: string) => ({
      ...engineConfig({ maxConcurrency: 16, silenceS: 0.2, totalS: 2 }),
      type: 'openai' as const,
      base_url: baseUrl,
      headers: {},
      embeddings_per_request: 256,
      response_formats: [],
    });
    const model = { id: 'm', routes: [route('up', 1), route('flaky', 1), route('gone', 2)] };
    const engines = { up: http(up.baseUrl), flaky: http(flaky.baseUrl), gone: http('http://127.0.0.1:1/v1') };
    const generation = new Generation({
      config: { engines, models: [model] },
      clock: createClock(),
      log: silentLog,
    });
    let late = 0;
    const one = async (i: number): Promise<void> => {
      const sink = new RecordingSink();
      const lease = tryToAdmit(generation, model, `org${i % 3}`);
      if (!lease) return;
      const run = generation.run(lease, requestOf({ stream: i % 2 === 0 }), sink);
      if (i % 5 === 0) {
        if (i % 10 === 0) await Promise.race([sink.first, sink.done]);
        run.abort();
      } else await sink.done;
      late += sink.late;
    };
    for (let i = 0; i < 1000; i += 25) await Promise.all(Array.from({ length: 25 }, (_, n) => one(i + n)));
    expect([generation.activeRuns, late]).toEqual([0, 0]);
    expect(generation.stats().map(({ inFlight }) => inFlight)).toEqual([0, 0, 0]);
    await generation.close();
    await up.close();
    await flaky.close();
  });
});
