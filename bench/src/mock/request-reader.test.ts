import { describe, expect, it } from 'vitest';
import { describeRequest, RequestReader, type MockRequest } from './request-reader.ts';

function feedInChunks(reader: RequestReader, text: string, chunkBytes: number): MockRequest[] {
  const bytes = Buffer.from(text);
  const requests: MockRequest[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const request = reader.feed(bytes.subarray(at, at + chunkBytes));
    if (request) requests.push(request);
  }
  return requests;
}

describe('RequestReader', () => {
  const body = JSON.stringify({
    model: 'mock-n500-d20',
    stream: true,
    stream_options: { include_usage: true },
  });
  const withLength = `POST /v1/chat/completions HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const inChunks = `POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const expected = { stream: true, events: 500, delayMs: 20, includeUsage: true, failWith: 0 };

  it.each([1, 10, 100, 10_000])('reads requests one after another, cut every %i bytes', (chunkBytes) => {
    const reader = new RequestReader();
    expect(feedInChunks(reader, withLength, chunkBytes)).toEqual([expected]);
    expect(feedInChunks(reader, inChunks, chunkBytes)).toEqual([expected]);
    expect(feedInChunks(reader, withLength, chunkBytes)).toEqual([expected]);
  });

  it('gives a whole answer to whatever names no stream', () => {
    expect(describeRequest(Buffer.from('{"model":"mock-1","stream":false}'))).toMatchObject({
      stream: false,
      delayMs: 0,
      failWith: 0,
    });
  });

  it('reads the status to fail with', () => {
    expect(describeRequest(Buffer.from('{"model":"mock-e503"}')).failWith).toBe(503);
  });
});
