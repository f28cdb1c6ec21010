import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EICAR_TEXT, startFakeClamd, type FakeClamd } from '#test-kit';
import { ScannerUnavailable } from './clamd-connection.ts';
import { pingClamd, scanWithClamd, type ScanVerdict } from './clamd.ts';

const CHUNK = Buffer.alloc(100_000, 'x');
const never = new AbortController().signal;

let clamd: FakeClamd;
beforeAll(async () => {
  clamd = await startFakeClamd();
});
afterEach(() => {
  clamd.behaviour = 'scan';
});
afterAll(() => clamd.stop());

const scan = (source: Readable, signal = never): Promise<ScanVerdict> =>
  scanWithClamd(clamd.url, source, signal);
const scanText = (text: string): Promise<ScanVerdict> => scan(Readable.from([Buffer.from(text)]));

/** This many chunks, and how many of them were consumed. */
function chunks(count: number): Readable & { readonly taken: number } {
  const state = { taken: 0 };
  const source = function* () {
    for (; state.taken < count; state.taken++) yield CHUNK;
  };
  return Object.defineProperty(Readable.from(source()), 'taken', { get: () => state.taken }) as never;
}

describe('a scan with clamd', () => {
  it('D-FILE-5 accepts what clamd reports as clean, and returns the signature of what it finds', async () => {
    expect(await scanText('hello')).toEqual({ type: 'clean' });
    expect(await scanText(`a${EICAR_TEXT}b`)).toEqual({
      type: 'infected',
      signature: 'Eicar-Test-Signature',
    });
    expect(await scan(chunks(30))).toEqual({ type: 'clean' });
    expect(clamd.scannedBytes.at(-1)).toBe(3_000_000);
  });

  it('D-FILE-5 does not accept a file that a limit kept from being scanned completely', async () => {
    clamd.behaviour = { limitBytes: 1_000_000 };
    const source = chunks(1000);
    expect(await scan(source)).toEqual({ type: 'too_large' });
    expect([source.taken < 1000, source.destroyed]).toEqual([true, true]);
    clamd.behaviour = { reply: 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND' };
    expect(await scanText('hello')).toEqual({ type: 'too_large' });
  });

  it.each(['', 'OK', 'stream: OK ERROR', 'stream: no memory ERROR', 'UNKNOWN COMMAND', 'x: OK', ' FOUND'])(
    'D-FILE-5 treats the reply %j as no reply',
    async (reply) => {
      clamd.behaviour = { reply };
      await expect(scanText('hello')).rejects.toThrow(ScannerUnavailable);
    },
  );

  it('D-FILE-5 fails if clamd is not running, if it disconnects and if its reply never ends', async () => {
    const unread = chunks(1);
    await expect(scanWithClamd('tcp://127.0.0.1:1', unread, never)).rejects.toThrow(ScannerUnavailable);
    expect(unread.destroyed).toBe(true);
    await expect(scanWithClamd('unix:///nowhere/clamd', chunks(1), never)).rejects.toThrow(
      ScannerUnavailable,
    );
    clamd.behaviour = 'cut';
    await expect(scan(chunks(1000))).rejects.toThrow(ScannerUnavailable);
    clamd.behaviour = { reply: 'x'.repeat(100_000) };
    await expect(scanText('hello')).rejects.toThrow(ScannerUnavailable);
  });

  it('fails with the error of its source, and stops on its signal', async () => {
    const broken = Readable.from(
      (function* () {
        yield CHUNK;
        throw new Error('damaged');
      })(),
    );
    await expect(scan(broken)).rejects.toThrow('damaged');
    clamd.behaviour = 'silent';
    const stop = new AbortController();
    const scanned = clamd.scannedBytes.length;
    const running = scan(chunks(3), stop.signal);
    await expect.poll(() => clamd.scannedBytes.length).toBe(scanned + 1);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await expect(scan(chunks(1), stop.signal)).rejects.toThrow('stopped');
  });

  it('recognizes clamd by a ping', async () => {
    await pingClamd(clamd.url);
    await expect(pingClamd('tcp://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
  });
});
