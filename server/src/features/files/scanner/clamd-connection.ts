import { connect, type Socket } from 'node:net';

const DEFAULT_PORT = 3310;
const CONNECT_MS = 5000;
/** clamd scans one file for up to two minutes, unless its MaxScanTime differs. */
const SILENCE_MS = 150_000;
const MAX_REPLY_BYTES = 4096;

/** The virus scanner is unavailable, does not respond in time, or responds with an error. The file was not scanned. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}

/** One command to clamd. The address comes from the operator, never from a request, so it may be private. */
export interface ClamdConnection {
  readonly socket: Socket;
  /** The reply up to its NUL, or what was received until the connection ended. Rejects with ScannerUnavailable. */
  readonly reply: Promise<string>;
}

/** `url`: `tcp://host:port` or `unix:///path`. */
export function connectClamd(url: string): ClamdConnection {
  const socket = connect(addressOf(new URL(url)));
  socket.setTimeout(CONNECT_MS);
  socket.once('connect', () => socket.setTimeout(SILENCE_MS));
  socket.on('timeout', () => socket.destroy(new ScannerUnavailable('no answer in time')));
  const reply = readReply(socket);
  // The sender gets the same error first.
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
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\0');
    if (end >= 0) resolve(text.slice(0, end));
    else if (text.length > MAX_REPLY_BYTES) socket.destroy();
  });
  socket.on('error', (error) => (cause = error));
  socket.on('close', () => {
    if (cause instanceof ScannerUnavailable) reject(cause);
    else reject(new ScannerUnavailable(`connection ended: ${cause?.code ?? 'no reply'}`));
  });
  return promise;
}
