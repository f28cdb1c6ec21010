import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectClamd, ScannerUnavailable, type ClamdConnection } from './clamd-connection.ts';
import { InstreamFrames } from './instream-frames.ts';

/** `too_large`: the scanner did not scan all of it, because of one of its limits. */
export type ScanVerdict =
  | { readonly type: 'clean' | 'too_large' }
  | { readonly type: 'infected'; readonly signature: string };

const MAX_SCAN_MS = 900_000;
/** The signature that clamd reports for a file that it did not scan completely, with `AlertExceedsMax`. */
const LIMIT_SIGNATURE = 'Heuristics.Limits.Exceeded';

/** Streams bytes to clamd, and closes their source. Rejects with ScannerUnavailable, the source's error, or the signal's reason. */
export async function scanWithClamd(
  url: string,
  source: Readable,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const connection = connectClamd(url);
  const frames = new InstreamFrames(source);
  const stop = AbortSignal.any([signal, AbortSignal.timeout(MAX_SCAN_MS)]);
  const onStop = (): void => void connection.socket.destroy(new ScannerUnavailable('no answer in time'));
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  try {
    // The reply ends it, however many bytes are left: on a lost connection they may never be sent.
    const { reply } = connection;
    const sent = send(connection, frames).then(() => reply);
    return parseVerdict(await Promise.race([reply, sent]), frames.areWhole);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    stop.removeEventListener('abort', onStop);
    connection.socket.destroy();
    source.destroy();
  }
}

/** Rejects with ScannerUnavailable unless a clamd answers there. */
export async function pingClamd(url: string): Promise<void> {
  const { socket, reply } = connectClamd(url);
  try {
    socket.write('zPING\0');
    if ((await reply) !== 'PONG') throw new ScannerUnavailable('the answer is not that of a clamd');
  } finally {
    socket.destroy();
  }
}

/** Resolves when everything is sent, or when the connection accepts no more: the reply says why. Rejects with the source's error. */
async function send({ socket, reply }: ClamdConnection, frames: InstreamFrames): Promise<void> {
  // After its reply clamd reads nothing more.
  reply.then(
    () => socket.destroy(),
    () => undefined,
  );
  try {
    await pipeline(frames.read(), socket, { end: false });
  } catch {
    if (frames.failure) throw frames.failure.error;
  }
}

/** Parses a reply. Unknown replies are treated as none, so that no file is accepted by mistake. */
function parseVerdict(reply: string, isWhole: boolean): ScanVerdict {
  if (reply === 'INSTREAM size limit exceeded. ERROR') return { type: 'too_large' };
  if (isWhole && reply === 'stream: OK') return { type: 'clean' };
  const signature = /^stream: ([\x20-\x7e]{1,200}) FOUND$/.exec(reply)?.[1];
  if (signature?.startsWith(LIMIT_SIGNATURE)) return { type: 'too_large' };
  if (signature !== undefined) return { type: 'infected', signature };
  throw new ScannerUnavailable('an answer that is no verdict');
}
