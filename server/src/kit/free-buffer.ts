/**
 * Gives back the memory of a buffer at once, where nothing else shares it. Its owner must not use it any more. Left to the garbage
 * collector, every 30 MB of such buffers cost a collection of the whole heap.
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
