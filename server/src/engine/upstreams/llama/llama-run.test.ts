import { describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { EngineFault } from '../../events.ts';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { requestOf } from '../../test-support/requests.ts';
import { LlamaRun } from './llama-run.ts';

const HELLO = { type: 'text', text: 'Hello' } as const;
const USAGE = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 2, reasoningTokens: 0 };

function startRun() {
  const sink = new RecordingSink();
  let aborted = 0;
  const run = new LlamaRun(requestOf({}), sink, createClock(), () => aborted++);
  return { run, sink, aborted: () => aborted };
}

/** What the run sends by then, and whether it is over. */
const seen = ({ run, sink, aborted }: ReturnType<typeof startRun>) => ({
  events: sink.events.map(({ type }) => type),
  flushes: sink.flushes,
  ended: sink.ended,
  fault: sink.fault?.kind,
  over: run.over,
  aborted: aborted(),
  late: sink.late,
});

describe('a run of the local model', () => {
  it('sends one burst with one flush, and ends once', () => {
    const started = startRun();
    expect(started.run.send(HELLO, HELLO)).toBeUndefined();
    expect(seen(started)).toMatchObject({ events: ['text', 'text'], flushes: 1, over: false });
    started.run.finish('end_turn', USAGE);
    started.run.finish('end_turn', USAGE);
    started.run.fail(new EngineFault('broken'));
    started.run.abort();
    expect(started.run.send(HELLO)).toBeUndefined();
    expect(seen(started)).toEqual({
      events: ['text', 'text', 'stop', 'usage'],
      flushes: 2,
      ended: true,
      fault: undefined,
      over: true,
      aborted: 0,
      late: 0,
    });
  });

  it.each<[string, (run: LlamaRun) => void, object]>([
    ['resumed', (run) => run.resume(), { over: false, aborted: 0, fault: undefined }],
    ['aborted', (run) => run.abort(), { over: true, aborted: 1, fault: undefined }],
    ['failed', (run) => run.fail(new EngineFault('broken')), { over: true, aborted: 0, fault: 'broken' }],
  ])('pauses while the sink is full, until it is %s', async (_, wake, expected) => {
    const started = startRun();
    started.sink.ready = false;
    const pause = started.run.send(HELLO);
    expect(pause).toBeInstanceOf(Promise);
    let isPaused = true;
    void pause!.then(() => (isPaused = false));
    await Promise.resolve();
    expect(isPaused).toBe(true);
    wake(started.run);
    await pause;
    expect(seen(started)).toMatchObject(expected);
  });

  it.each(['event', 'flush'] as const)('sends nothing more when it is aborted by an %s', (moment) => {
    const started = startRun();
    const { run, sink } = started;
    if (moment === 'event') sink.onEvent = () => run.abort();
    else
      sink.flush = () => {
        sink.flushes++;
        run.abort();
        return false;
      };
    expect(run.send(HELLO, HELLO)).toBeUndefined();
    run.finish('end_turn', USAGE);
    const events = moment === 'event' ? ['text'] : ['text', 'text'];
    const flushes = moment === 'event' ? 0 : 1;
    expect(seen(started)).toMatchObject({ events, flushes, ended: false, aborted: 1 });
  });

  it('does not end after an abort at its last events', () => {
    const started = startRun();
    started.sink.onEvent = () => started.run.abort();
    started.run.finish('end_turn', USAGE);
    expect(seen(started)).toMatchObject({ events: ['stop'], ended: false, aborted: 1 });
  });

  it('fails once, and names calls', () => {
    const started = startRun();
    expect(started.run.newCallId()).toMatch(/^call_\w{26}$/);
    started.run.fail(new EngineFault('broken'));
    started.run.fail(new EngineFault('busy'));
    expect(seen(started)).toMatchObject({ fault: 'broken', ended: false, late: 0 });
  });
});
