import { writevSync } from 'node:fs';
import { lowerOwnPriority, serveCalls } from '#threads';
import { CHUNK_BYTES } from '../sealing/blob-format.ts';
import { ChunkCipher } from '../sealing/chunk-cipher.ts';

/** Messages to the thread: for each file that it is open, its blocks in order, and that it is closed. */
export type SealingMessage =
  | {
      readonly kind: 'open';
      readonly id: number;
      readonly fd: number;
      readonly key: Uint8Array;
      readonly header: Uint8Array;
    }
  | SealedBlock
  | { readonly kind: 'close'; readonly id: number };

export interface SealedBlock {
  readonly kind: 'block';
  readonly id: number;
  /** Owned by the thread until its reply. */
  readonly memory: ArrayBuffer;
  /** Bytes of the memory. Complete chunks, except in the last block. */
  readonly bytes: number;
  readonly isLast: boolean;
}

/** A reply for each block, in order. */
export interface BlockResult {
  readonly id: number;
  readonly memory: ArrayBuffer;
  readonly fault?: { readonly message: string; readonly code?: string; readonly syscall?: string };
}

interface OpenFile {
  readonly fd: number;
  readonly cipher: ChunkCipher;
  chunks: number;
}

// On one processor, model calls beside twenty uploads took four times as long without it (median 23 and 6 ms).
lowerOwnPriority();

const files = new Map<number, OpenFile>();

serveCalls(
  (messages: readonly SealingMessage[]): readonly BlockResult[] =>
    messages.flatMap((message) => handle(message) ?? []),
  (results) => results.map(({ memory }) => memory),
);

function handle(message: SealingMessage): BlockResult | undefined {
  const { id } = message;
  if (message.kind === 'close') return void files.delete(id);
  if (message.kind === 'open') {
    const { fd, key, header } = message;
    return void files.set(id, {
      fd,
      cipher: new ChunkCipher(Buffer.from(key), Buffer.from(header)),
      chunks: 0,
    });
  }
  const file = files.get(id);
  // It was opened at a thread that has ended. Its chunks before this block are lost.
  if (!file) throw new Error('a block came for a file that is not open');
  const { memory } = message;
  try {
    writeBlock(file, message);
    return { id, memory };
  } catch (error) {
    // An error that is posted loses its code.
    const { message: text, code, syscall } = error as NodeJS.ErrnoException;
    return {
      id,
      memory,
      fault: { message: text, ...(code ? { code } : {}), ...(syscall ? { syscall } : {}) },
    };
  }
}

function writeBlock(file: OpenFile, { memory, bytes, isLast }: SealedBlock): void {
  let offset = 0;
  do {
    const content = Buffer.from(memory, offset, Math.min(CHUNK_BYTES, bytes - offset));
    offset += content.length;
    const sealed = file.cipher.seal(content, file.chunks++, isLast && offset === bytes);
    writeBuffers(file.fd, sealed);
    // Like `freeBuffer`, whose folder would take a second to load in the thread.
    for (const { buffer } of sealed) (buffer as ArrayBuffer).transfer(0);
  } while (offset < bytes);
}

/** One system call, except on a nearly full disk, which writes a part and fails with the next call. */
function writeBuffers(fd: number, buffers: readonly Buffer[]): void {
  for (let left = buffers; left.length > 0;) left = behind(left, writevSync(fd, left));
}

function behind(buffers: readonly Buffer[], bytes: number): readonly Buffer[] {
  let passed = bytes;
  return buffers.flatMap((buffer) => {
    const rest = buffer.subarray(passed);
    passed -= buffer.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}
