import { connect, type Socket } from 'node:net';

const DEFAULT_PORT = 3310;
const CONNECT_MS = 5000;
/** clamd looks into one file for two minutes, unless its MaxScanTime says otherwise. */
const SILENCE_MS = 150_000;
const LONGEST_REPLY_BYTES = 4096;

/** A virus scanner is away, does not answer in time, or answers with an error. What it was given was not scanned. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}

/** One command to clamd. The address is the operator's, which no request can name: it may be private. */
export interface ClamdConnection {
  readonly socket: Socket;
  /** Up to its NUL; what had come by then when the connection ended earlier. Rejects with ScannerUnavailable. */
  readonly reply: Promise<string>;
}

/** `url`: `tcp://host:port` or `unix:///path`. */
export function connectClamd(url: string): ClamdConnection {
  const socket = connect(addressOf(new URL(url)));
  socket.setTimeout(CONNECT_MS);
  socket.once('connect', () => socket.setTimeout(SILENCE_MS));
  socket.on('timeout', () => socket.destroy(new ScannerUnavailable('no answer in time')));
  const reply = readReply(socket);
  // Whoever sends to it sees the same failure first.
  reply.catch(() => undefined);
  return { socket, reply };
}

function addressOf({ protocol, hostname, port, pathname }: URL) {
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) };
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || DEFAULT_PORT };
}

function readReply(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  let cause: NodeJS.ErrnoException | undefined;
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
    const end = text.indexOf('\0');
    if (end >= 0) resolve(text.slice(0, end));
    else if (text.length > LONGEST_REPLY_BYTES) socket.destroy();
  });
  socket.on('error', (error) => (cause = error));
  socket.on('close', () => {
    if (cause instanceof ScannerUnavailable) reject(cause);
    else reject(new ScannerUnavailable(`connection ended: ${cause?.code ?? 'no reply'}`));
  });
  return promise;
}
