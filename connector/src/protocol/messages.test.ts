import { describe, expect, it } from 'vitest';
import { decodeControl, decodeHead, decodeOpen, encodeControl, encodeHead, encodeOpen } from './messages.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { CALL } from './test-support/joined-sessions.ts';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const OPEN = JSON.parse(Buffer.from(encodeOpen(CALL)!).toString()) as object;

describe('messages', () => {
  it('D-TUN-7 open and head survive encoding and decoding', () => {
    expect(decodeOpen(encodeOpen(CALL)!)).toEqual(CALL);
    const head = { status: 200, headers: { 'content-type': 'text/event-stream' } };
    expect(decodeHead(encodeHead(head)!)).toEqual(head);
  });

  it('D-TUN-11 hello, welcome, config and drain survive encoding and decoding', () => {
    for (const message of [
      { type: 'hello', protocol: 1, connectorVersion: '0.1.0', maxInflight: 64, check: true },
      {
        type: 'welcome',
        protocol: 1,
        connectionId: 'conn_1',
        messageLimitBytes: 10_485_760,
        silenceMs: 45_000,
      },
      { type: 'config', allowedTargets: ['http://inside/mcp'] },
      { type: 'drain' },
    ] as const)
      expect(decodeControl(encodeControl(message))).toEqual(message);
    expect(decodeControl(json({ type: 'of_a_later_version', more: [] }))).toBeUndefined();
  });

  it.each<[string, object]>([
    ['no URL', { url: '' }],
    ['a method nobody sends', { method: 'CONNECT' }],
    ['no deadline', { deadline_ms: undefined }],
    ['a deadline of the past', { deadline_ms: 0 }],
    ['half a millisecond', { deadline_ms: 0.5 }],
    ['a header that ends a line', { headers: { a: 'b\r\nc: d' } }],
    ['a header name in upper case', { headers: { A: 'b' } }],
    ['a header name that ends a line', { headers: { 'a\n': 'b' } }],
    ['a header that is no text', { headers: { a: 1 } }],
    ['headers as a list', { headers: [] }],
    [
      'too many headers',
      { headers: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`h${i}`, ''])) },
    ],
    ['overlong headers', { headers: { a: 'x'.repeat(33_000) } }],
  ])('D-TUN-7 an open with %s is refused', (_name, fields) => {
    expect(() => decodeOpen(json({ ...OPEN, ...fields }))).toThrow(ProtocolViolation);
  });

  it.each(['', '{', '[]', 'null', '"text"', '{"status":200}', '{"status":99,"headers":{}}', '\u{0}'])(
    'D-TUN-7 %j is refused as a head',
    (text) => {
      expect(() => decodeHead(Buffer.from(text))).toThrow(ProtocolViolation);
    },
  );

  it.each<[string, Record<string, string>]>([
    ['too long', { a: 'x'.repeat(33_000) }],
    ['too many', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`h${i}`, '']))],
    ['of several lines', { a: 'b\n' }],
    ['beyond Latin-1', { a: '“b”' }],
    ['in upper case', { A: 'b' }],
  ])('D-TUN-7 headers that are %s are not encoded', (_name, headers) => {
    expect(encodeOpen({ ...CALL, headers })).toBeUndefined();
    expect(encodeHead({ status: 200, headers })).toBeUndefined();
  });

  it.each([199, 600, 999])('D-TUN-7 a head with status %d is not encoded', (status) => {
    expect(encodeHead({ status, headers: {} })).toBeUndefined();
  });

  it('D-TUN-7 bytes that are not UTF-8 are refused', () => {
    expect(() => decodeHead(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow(ProtocolViolation);
    expect(() => decodeControl(Buffer.from('['.repeat(60_000)))).toThrow(ProtocolViolation);
  });
});
