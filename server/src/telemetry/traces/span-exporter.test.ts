import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '#kit';
import { SpanBatch } from './span-batch.ts';
import { SpanExporter, type ExportOutcome, type SpanOutcome } from './span-exporter.ts';

const TAKEN: ExportOutcome = { result: 'taken', status: 200, rejected: 0 };
const UNAVAILABLE: ExportOutcome = { result: 'retry', status: undefined, rejected: 0 };
const MAX_QUEUED = 8192;

/** Fields of a message, as texts. */
function spansIn(body: Buffer): string[] {
  const spans: string[] = [];
  for (let at = 0; at < body.length;) {
    let [length, factor] = [0, 1];
    for (at += 1; ; factor *= 128) {
      const byte = body[at++]!;
      length += (byte % 128) * factor;
      if (byte < 128) break;
    }
    spans.push(body.toString('utf8', at, (at += length)));
  }
  return spans;
}

/** An exporter whose collector the test plays. */
function openExporter(response: (spans: readonly string[]) => ExportOutcome | Promise<ExportOutcome>) {
  const counts: Partial<Record<SpanOutcome, number>> = {};
  const logged: object[] = [];
  const sent: number[] = [];
  let nowMs = 0;
  let made = 0;
  const exporter = new SpanExporter({
    newBatch: () => {
      made += 1;
      return new SpanBatch(() => Buffer.alloc(0));
    },
    send: async ({ spans, body }) => {
      sent.push(spans);
      return response(spansIn(body));
    },
    clock: { monotonicMs: () => nowMs },
    log: { warn: (fields: object) => void logged.push(fields) } as unknown as Log,
    count: (spans, outcome) => void (counts[outcome] = (counts[outcome] ?? 0) + spans),
  });
  const add = (count: number): void => {
    for (let span = 0; span < count; span++) exporter.add(Buffer.from(`span ${span}`));
  };
  return {
    exporter,
    counts,
    logged,
    sent,
    made: () => made,
    add,
    advance: (ms: number) => void (nowMs += ms),
  };
}

describe('spans', () => {
  it('are sent together, in the order they came, and not before the job runs', async () => {
    const received: string[] = [];
    const { exporter, counts, sent } = openExporter((spans) => {
      received.push(...spans);
      return TAKEN;
    });
    exporter.add(Buffer.from('1'));
    exporter.add(Buffer.from('2'));
    expect(sent).toEqual([]);
    await exporter.job.run();
    expect([sent, received, counts]).toEqual([[2], ['1', '2'], { exported: 2 }]);
    await exporter.job.run();
    expect(sent).toEqual([2]);
  });

  it('are sent as soon as there are many, a batch at a time', async () => {
    const { counts, sent, add } = openExporter(() => TAKEN);
    add(2100);
    await expect.poll(() => counts).toEqual({ exported: 2100 });
    expect(sent).toEqual([1024, 1024, 52]);
  });

  it('beyond what is kept are dropped and counted', async () => {
    const { promise, resolve } = Promise.withResolvers<ExportOutcome>();
    const { counts, add, exporter, sent } = openExporter(() => promise);
    add(1024);
    await expect.poll(() => sent).toEqual([1024]);
    add(MAX_QUEUED + 7);
    expect(counts).toEqual({ queue_full: 7 });
    resolve(TAKEN);
    await exporter.job.run();
    expect(counts).toEqual({ queue_full: 7, exported: 1024 + MAX_QUEUED });
  });

  it('fill a batch by their bytes too, and one that no batch has room for is dropped', async () => {
    const received: string[] = [];
    const { exporter, counts, sent } = openExporter((spans) => {
      received.push(...spans);
      return TAKEN;
    });
    const [large, tooLarge, next] = ['ü'.repeat(200_000), 'x'.repeat(1_048_573), 'ü'.repeat(200_000)];
    for (const span of [large, large, tooLarge, next]) exporter.add(Buffer.from(span));
    expect(counts).toEqual({ queue_full: 1 });
    await exporter.job.run();
    expect(sent).toEqual([2, 1]);
    expect(received).toEqual([large, large, next]);
  });

  it('that no batch has room for take no memory each', () => {
    const { exporter, counts, made } = openExporter(() => TAKEN);
    for (let span = 0; span < 5; span++) exporter.add(Buffer.alloc(1_048_573));
    expect([counts, made()]).toEqual([{ queue_full: 5 }, 1]);
  });

  it('are kept while the collector is away, for five tries, with one line a minute in the log', async () => {
    let response = UNAVAILABLE;
    const { exporter, counts, logged, sent, add, advance } = openExporter(() => response);
    add(3);
    for (let tries = 0; tries < 4; tries++) await exporter.job.run();
    expect([sent, counts]).toEqual([[3, 3, 3, 3], {}]);
    response = TAKEN;
    await exporter.job.run();
    expect(counts).toEqual({ exported: 3 });
    response = UNAVAILABLE;
    add(2);
    for (let tries = 0; tries < 5; tries++) await exporter.job.run();
    expect(counts).toEqual({ exported: 3, export_failed: 2 });
    expect(logged).toEqual([{ status: undefined, spans_dropped: 0, spans_waiting: 3 }]);
    advance(60_000);
    add(1);
    await exporter.job.run();
    expect(logged[1]).toEqual({ status: undefined, spans_dropped: 2, spans_waiting: 1 });
  });

  it('that the collector refuses are not sent again', async () => {
    const { exporter, counts, sent, add } = openExporter(() => ({
      result: 'refused',
      status: 401,
      rejected: 0,
    }));
    add(2);
    await exporter.job.run();
    await exporter.job.run();
    expect([sent, counts]).toEqual([[2], { export_failed: 2 }]);
  });

  it('that the collector rejects one by one are counted', async () => {
    const { exporter, counts, add } = openExporter(() => ({ ...TAKEN, rejected: 1 }));
    add(3);
    await exporter.job.run();
    expect(counts).toEqual({ exported: 2, rejected: 1 });
  });
});

describe('at the end of the process', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('spans are sent', async () => {
    const { exporter, counts, add } = openExporter(() => TAKEN);
    add(5);
    await exporter.close();
    expect(counts).toEqual({ exported: 5 });
  });

  it('spans are dropped when the collector is away', async () => {
    const { exporter, counts, add } = openExporter(() => UNAVAILABLE);
    add(5);
    await exporter.close();
    expect(counts).toEqual({ export_failed: 5 });
  });

  it('a collector that does not answer is waited for three seconds', async () => {
    const { exporter, counts, add } = openExporter(() => new Promise(() => {}));
    add(5);
    let closed = false;
    const closing = exporter.close().then(() => (closed = true));
    await vi.advanceTimersByTimeAsync(2900);
    expect(closed).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await closing;
    expect(counts).toEqual({ export_failed: 5 });
  });
});
