import { describe, expect, it } from 'vitest';
import { parseProxyHeader } from './proxy-protocol-header.ts';
import {
  binaryHeader,
  MAPPED_ADDRESSES,
  TCP4,
  TCP4_ADDRESSES,
  TCP6,
  TCP6_ADDRESSES,
  zeros,
} from './test-support/proxy-header-bytes.ts';

const MAX_TEXT = `PROXY UNKNOWN ${'f'.repeat(91)}\r\n`;

const WHOLE: [string, string | Buffer, string | undefined][] = [
  ['TCP4', 'PROXY TCP4 203.0.113.7 10.0.0.1 56789 443\r\n', '203.0.113.7'],
  ['TCP6, in canonical form', 'PROXY TCP6 2001:DB8:0::A:0007 ::1 0 65535\r\n', '2001:db8::a:7'],
  ['TCP6 that is IPv4', 'PROXY TCP6 ::ffff:203.0.113.7 ::ffff:10.0.0.1 1 2\r\n', '203.0.113.7'],
  ['UNKNOWN', 'PROXY UNKNOWN\r\n', undefined],
  ['UNKNOWN with addresses, of 107 bytes', MAX_TEXT, undefined],
  ['binary TCP4', binaryHeader(1, TCP4, TCP4_ADDRESSES), '203.0.113.7'],
  ['binary TCP6', binaryHeader(1, TCP6, TCP6_ADDRESSES), '2001:db8::a:7'],
  ['binary TCP6 that is IPv4', binaryHeader(1, TCP6, MAPPED_ADDRESSES), '203.0.113.7'],
  [
    'binary with TLVs',
    binaryHeader(1, TCP4, [...TCP4_ADDRESSES, 0x03, 0, 4, 1, 2, 3, 4, 0xea, 0, 1, 9]),
    '203.0.113.7',
  ],
  [
    'binary with as many TLVs as are read',
    binaryHeader(1, TCP4, [...TCP4_ADDRESSES, ...zeros(4084)]),
    '203.0.113.7',
  ],
  ['binary LOCAL', binaryHeader(0, 0, []), undefined],
  ['binary LOCAL with an address, which does not count', binaryHeader(0, TCP4, TCP4_ADDRESSES), undefined],
  ['binary without a family', binaryHeader(1, 0, [1, 2, 3]), undefined],
  ['binary of a unix socket', binaryHeader(1, 0x31, zeros(216)), undefined],
];

describe('parseProxyHeader', () => {
  it.each(WHOLE)('D-KEY-6 parses %s and leaves what follows', (_, header, address) => {
    const bytes = Buffer.from(header as string);
    const expected = { lengthBytes: bytes.length, address };
    expect(parseProxyHeader(bytes)).toEqual(expected);
    expect(parseProxyHeader(Buffer.concat([bytes, Buffer.from('GET / HTTP/1.1\r\n\r\n')]))).toEqual(expected);
    expect(parseProxyHeader(Buffer.concat([bytes, bytes]))).toEqual(expected);
  });

  it.each(WHOLE)('waits for the rest of %s at every byte', (_, header) => {
    const bytes = Buffer.from(header as string);
    for (let length = 0; length < bytes.length; length += 1)
      expect(parseProxyHeader(bytes.subarray(0, length))).toBe('incomplete');
  });

  it.each([
    'GET / HTTP/1.1\r\n\r\n',
    'POST / HTTP/1.1\r\n\r\n',
    'PROPFIND / HTTP/1.1\r\n\r\n',
    'proxy TCP4 203.0.113.7 10.0.0.1 1 2\r\n',
    ' PROXY UNKNOWN\r\n',
    '\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    '\r\n\r\n\0\r\nQUIT\r',
    '\x16\x03\x01\x02\0',
  ])('D-KEY-6 finds no header in %j', (text) => {
    expect(parseProxyHeader(Buffer.from(text, 'latin1'))).toBe('missing');
  });

  it.each([
    'PROXY \r\n',
    'PROXY TCP4\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.1 1\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.1 1 2 3\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.1 1 2 \r\n',
    'PROXY  TCP4 203.0.113.7 10.0.0.1 1 2\r\n',
    'PROXY TCP4\t203.0.113.7 10.0.0.1 1 2\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.1 1 2\nGET / HTTP/1.1\r\n',
    'PROXY TCP4 203.0.113.07 10.0.0.1 1 2\r\n',
    'PROXY TCP4 203.0.113 10.0.0.1 1 2\r\n',
    'PROXY TCP4 203.0.113.256 10.0.0.1 1 2\r\n',
    'PROXY TCP4 203.0.113.7/8 10.0.0.1 1 2\r\n',
    'PROXY TCP4 203.0.113.7 nowhere 1 2\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.256 1 2\r\n',
    'PROXY TCP4 ::1 ::1 1 2\r\n',
    'PROXY TCP6 203.0.113.7 10.0.0.1 1 2\r\n',
    'PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n',
    'PROXY TCP6 2001::db8::1 ::1 1 2\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.1 01 2\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.1 -1 2\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.1 65536 2\r\n',
    'PROXY TCP4 203.0.113.7 10.0.0.1 1 99999\r\n',
    'PROXY UDP4 203.0.113.7 10.0.0.1 1 2\r\n',
    'PROXY UNKNOWNX\r\n',
    'PROXY UNKNOWN\n\r\n',
  ])('D-KEY-6 refuses %j', (text) => {
    expect(parseProxyHeader(Buffer.from(text))).toBe('malformed');
  });

  const withCommandByte = (byte: number) => {
    const bytes = binaryHeader(1, TCP4, TCP4_ADDRESSES);
    bytes.writeUInt8(byte, 12);
    return bytes;
  };
  it.each([
    ['version 1 in binary', withCommandByte(0x11)],
    ['version 3', withCommandByte(0x31)],
    ['an unknown command', withCommandByte(0x22)],
    ['an unknown family', binaryHeader(1, 0x41, zeros(300))],
    ['a stream of no family', binaryHeader(1, 0x01, zeros(300))],
    ['UDP over IPv4', binaryHeader(1, 0x12, TCP4_ADDRESSES)],
    ['UDP over IPv6', binaryHeader(1, 0x22, TCP6_ADDRESSES)],
    ['addresses cut short', binaryHeader(1, TCP4, TCP4_ADDRESSES.slice(1))],
    ['IPv6 addresses cut short', binaryHeader(1, TCP6, TCP6_ADDRESSES.slice(1))],
    ['a unix socket cut short', binaryHeader(1, 0x31, zeros(215))],
  ])('D-KEY-6 refuses binary headers with %s', (_, bytes) => {
    expect(parseProxyHeader(bytes)).toBe('malformed');
    expect(parseProxyHeader(bytes.subarray(0, 16))).toBe('malformed');
  });

  it('D-KEY-6 limits both forms before the rest has arrived', () => {
    expect(parseProxyHeader(Buffer.from(`PROXY UNKNOWN ${'f'.repeat(93)}`))).toBe('too_large');
    expect(parseProxyHeader(Buffer.from(`PROXY UNKNOWN ${'f'.repeat(92)}\r\n`))).toBe('too_large');
    expect(parseProxyHeader(Buffer.from(`PROXY UNKNOWN ${'f'.repeat(92)}`))).toBe('incomplete');
    expect(parseProxyHeader(binaryHeader(1, TCP4, TCP4_ADDRESSES, 4097))).toBe('too_large');
    expect(parseProxyHeader(binaryHeader(0, 0, [], 65_535))).toBe('too_large');
  });
});
