import { describe, expect, it } from 'vitest';
import { ResponseReader } from './response-reader.ts';

class Recorder {
  readonly log: string[] = [];
  #body = '';

  head(status: number): void {
    this.log.push(`head ${status}`);
  }

  body(bytes: Buffer, start: number, end: number): void {
    this.#body += bytes.toString('latin1', start, end);
  }

  end(keepAlive: boolean): void {
    this.log.push(`body ${this.#body}`, `end ${keepAlive}`);
    this.#body = '';
  }
}

function readInChunks(text: string, chunkBytes: number): string[] {
  const recorder = new Recorder();
  const reader = new ResponseReader(recorder);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = Buffer.from(bytes.subarray(at, at + chunkBytes));
    reader.feed(chunk, chunk.length);
  }
  return recorder.log;
}

const FIXED = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const CHUNKED =
  'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nB\r\n, the world\r\n0\r\n\r\n';

describe('ResponseReader', () => {
  it.each([1, 2, 3, 7, 64, 4096])('reads answers one after another, cut every %i bytes', (chunkBytes) => {
    expect(readInChunks(FIXED + CHUNKED + FIXED, chunkBytes)).toEqual([
      'head 200',
      'body hello',
      'end true',
      'head 201',
      'body hello, the world',
      'end true',
      'head 200',
      'body hello',
      'end true',
    ]);
  });

  it('ends an answer without a body', () => {
    expect(readInChunks('HTTP/1.1 503 No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', 9)).toEqual([
      'head 503',
      'body ',
      'end false',
    ]);
  });

  it('does not end a chunked answer before its last chunk', () => {
    expect(readInChunks(CHUNKED.slice(0, -2), 11)).toEqual(['head 201']);
  });

  it('refuses an answer whose end could not be told from a cut', () => {
    expect(() => readInChunks('HTTP/1.1 200 OK\r\n\r\nhello', 64)).toThrow('neither a length nor chunks');
  });
});
