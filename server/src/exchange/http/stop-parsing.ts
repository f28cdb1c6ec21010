import type { Socket } from 'node:net';

type Parser = Record<string, unknown>;

interface Handle {
  reading: boolean;
  readStart(): void;
}

const CALLBACKS = new Set([
  'parserOnHeaders',
  'parserOnHeadersComplete',
  'parserOnBody',
  'parserOnMessageComplete',
]);

/**
 * Makes Node's parser skip everything a connection still sends. For connections that are about to be closed.
 * Everything read from the socket is parsed in one turn of the event loop: 64 KB in chunks of one byte are 11,000
 * calls, 12 ms even when the request is dumped; 64 KB of short requests are 2,500 requests. Node offers no way to
 * remove the parser's callbacks, but without them it takes 1 ms. False when this version of Node has no such
 * callbacks: then the rest of what was read is delivered and must be ignored.
 */
export function stopParsing(socket: Socket): boolean {
  const { parser } = socket as Socket & { readonly parser?: Parser };
  discard(socket);
  if (!parser) return false;
  const callbacks = Object.entries(parser).filter(([, value]) => isCallback(value));
  for (const [key] of callbacks) parser[key] = undefined;
  // Other connections reuse the parser.
  socket.once('close', () => Object.assign(parser, Object.fromEntries(callbacks)));
  return callbacks.length === CALLBACKS.size;
}

/**
 * Goes on reading, once in a turn: a connection that is not read would not notice that its client leaves, and
 * model calls ahead on it would go on. Without its listeners the parser gets nothing of it.
 */
function discard(socket: Socket): void {
  socket.removeAllListeners('data').on('data', () => {
    socket.pause();
    setImmediate(() => socket.resume());
  });
  socket.resume();
  // What Node does when a connection that its parser reads is resumed, which it no longer is.
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle };
  if (!handle || handle.reading) return;
  handle.reading = true;
  handle.readStart();
}

function isCallback(value: unknown): boolean {
  return typeof value === 'function' && CALLBACKS.has(value.name);
}
