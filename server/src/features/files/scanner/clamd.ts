import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectClamd, ScannerUnavailable, type ClamdConnection } from './clamd-connection.ts';
import { InstreamFrames } from './instream-frames.ts';

/** `too_large`: the scanner did not look through all of it, because of a limit of its own. */
export type ScanVerdict =
  | { readonly type: 'clean' | 'too_large' }
  | { readonly type: 'infected'; readonly signature: string };

const LONGEST_SCAN_MS = 900_000;
/** What clamd finds in a file that it did not look through whole, with `AlertExceedsMax`. */
const LIMIT_SIGNATURE = 'Heuristics.Limits.Exceeded';

/** Has clamd look through bytes while they come, and closes their source. Rejects with ScannerUnavailable, as the source does, or with the signal's reason. */
export async function scanWithClamd(
  url: string,
  source: Readable,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const connection = connectClamd(url);
  const frames = new InstreamFrames(source);
  const stop = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_SCAN_MS)]);
  const onStop = (): void => void connection.socket.destroy(new ScannerUnavailable('no answer in time'));
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  try {
    // The reply ends it, however far the bytes are: a connection that is gone may leave them unsent for ever.
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

/** Resolves when there is nothing more to send, or when the connection takes no more: its reply tells why. Rejects as the source does. */
async function send({ socket, reply }: ClamdConnection, frames: InstreamFrames): Promise<void> {
  // Behind its reply it waits for nothing more.
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

/** What a reply says; anything but the replies that are known counts as none, so that no file passes by a misunderstanding. */
function parseVerdict(reply: string, isWhole: boolean): ScanVerdict {
  if (reply === 'INSTREAM size limit exceeded. ERROR') return { type: 'too_large' };
  if (isWhole && reply === 'stream: OK') return { type: 'clean' };
  const signature = /^stream: ([\x20-\x7e]{1,200}) FOUND$/.exec(reply)?.[1];
  if (signature?.startsWith(LIMIT_SIGNATURE)) return { type: 'too_large' };
  if (signature !== undefined) return { type: 'infected', signature };
  throw new ScannerUnavailable('an answer that is no verdict');
}
