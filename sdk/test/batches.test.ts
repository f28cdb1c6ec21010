import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError, WaitTimeoutError } from '../src/index.ts';
import { json, pauses, refusal, scriptedClient, withoutWaiting } from './scripted-fetch.ts';

const batch = (ended_at: number | null) => json({ id: 'batch_1', status: 'in_progress', ended_at });

describe('waiting for a batch', () => {
  afterEach(() => vi.useRealTimers());

  it('asks ever less often, and tells how far it is', async () => {
    const reads = Array.from({ length: 12 }, () => batch(null));
    const { svc, sent } = scriptedClient([...reads, batch(5)]);
    const received: unknown[] = [];
    const ended = await withoutWaiting(() =>
      svc.batches.wait('batch_1', { onProgress: (each) => received.push(each) }),
    );
    expect(ended.ended_at).toBe(5);
    expect(received).toHaveLength(13);
    const waited = pauses(sent).map(Math.floor);
    expect(waited.slice(0, 4)).toEqual([1000, 1500, 2250, 3375]);
    expect(waited.slice(-2)).toEqual([30_000, 30_000]);
  });

  it('asks as often as it is told, and again after a passing failure', async () => {
    const { svc, sent } = scriptedClient([
      batch(null),
      refusal(503, 'service_unavailable_error', 'overloaded', {}, { 'retry-after': '2' }),
      batch(5),
    ]);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await withoutWaiting(() => svc.batches.wait('batch_1', { pollMs: 100 }));
    expect(pauses(sent)).toEqual([100, 2000]);
    vi.restoreAllMocks();
  });

  it('ends after maxWaitMs, and leaves no timer behind', async () => {
    vi.useFakeTimers();
    const { svc } = scriptedClient([batch(null), batch(null)]);
    const outcome = svc.batches.wait('batch_1', { maxWaitMs: 2000 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1999);
    expect(vi.getTimerCount()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBeInstanceOf(WaitTimeoutError);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the results of a batch', () => {
  it('throw a ConnectionError when the download breaks off', async () => {
    const line = `${JSON.stringify({ custom_id: 'a', result: { type: 'succeeded' } })}\n`;
    const chunks = [new TextEncoder().encode(line)];
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.error(new TypeError('terminated'));
      },
    });
    const ended = json({ id: 'batch_1', status: 'completed', output_file_id: 'file_1', ended_at: 5 });
    const { svc } = scriptedClient([ended, new Response(broken)]);
    const results = svc.batches.results('batch_1');
    expect((await results.next()).value).toMatchObject({ custom_id: 'a' });
    await expect(results.next()).rejects.toBeInstanceOf(ConnectionError);
  });
});
