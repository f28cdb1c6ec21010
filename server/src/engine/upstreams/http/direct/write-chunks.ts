import type { Socket } from 'node:net';
import type { ChunkedBody } from '../request-writer.ts';

/**
 * Writes a body in chunks (RFC 9112 §7.1), no faster than the server reads. Resolves with false if it was not wanted to its end:
 * the server may have answered already, or the caller may have left.
 */
export async function writeChunks(
  socket: Socket,
  body: ChunkedBody,
  isWanted: () => boolean,
): Promise<boolean> {
  for await (const chunk of body()) {
    if (!isWanted()) return false;
    // An empty chunk would be the last one.
    if (chunk.length === 0) continue;
    socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
    socket.write(chunk);
    if (!socket.write('\r\n', 'latin1')) await drained(socket);
  }
  if (!isWanted()) return false;
  socket.write('0\r\n\r\n', 'latin1');
  return true;
}

/** Resolves when more may be written, or nothing more will be. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      socket.off('drain', settle).off('close', settle);
      resolve();
    };
    socket.on('drain', settle).on('close', settle);
  });
}
