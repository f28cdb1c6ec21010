import { isIPv4, isIPv6 } from 'node:net';
import { normalizeIpEntry } from '#kit';

/** A complete PROXY protocol header, which a proxy sends before the first byte of a connection. */
export interface ProxyHeader {
  /** Length of the header in bytes. HTTP follows. */
  readonly lengthBytes: number;
  /**
   * The caller's address, with IPv4-mapped IPv6 unmapped. Undefined when the proxy names no address: then the
   * peer is the caller.
   */
  readonly address: string | undefined;
}

/**
 * Why the bytes are not a header: they start differently, are malformed, or exceed the longest header read.
 */
export type ProxyHeaderFault = 'missing' | 'malformed' | 'too_large';

const V1_PREFIX = Buffer.from('PROXY ');
const V1_MAX_BYTES = 107;
const PORT = '(0|[1-9]\\d{0,4})';
const V1_LINE = new RegExp(`^PROXY TCP(4|6) ([\\da-fA-F.:]+) ([\\da-fA-F.:]+) ${PORT} ${PORT}$`);
const V1_UNKNOWN_LINE = /^PROXY UNKNOWN(?: [^\r\n]*)?$/;
const HIGHEST_PORT = 65_535;

const V2_SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const V2_FIXED_BYTES = 16;
/**
 * After the fixed part. Addresses need 36 bytes (216 for unix sockets); the rest is for TLVs with certificate
 * names.
 */
const V2_MAX_REST_BYTES = 4096;
const V2_LOCAL = 0x20;
const V2_PROXY = 0x21;
/**
 * Address family and transport of a PROXY command. Datagrams cannot arrive over a stream, so their codes are
 * malformed here.
 */
const V2_UNSPECIFIED = 0x00;
const V2_TCP4 = 0x11;
const V2_TCP6 = 0x21;
const V2_UNIX_STREAM = 0x31;
const V2_ADDRESS_BYTES = new Map([
  [V2_UNSPECIFIED, 0],
  [V2_TCP4, 12],
  [V2_TCP6, 36],
  [V2_UNIX_STREAM, 216],
]);

/**
 * Parses the PROXY protocol header, version 1 (text) or 2 (binary), at the start of `bytes`. `incomplete`
 * while more bytes may still complete it; an error is reported at the first byte that shows it. Checksums and
 * other TLVs are skipped.
 */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | ProxyHeaderFault | 'incomplete' {
  if (beginsWith(bytes, V1_PREFIX)) return bytes.length < V1_PREFIX.length ? 'incomplete' : parseText(bytes);
  if (beginsWith(bytes, V2_SIGNATURE))
    return bytes.length < V2_FIXED_BYTES ? 'incomplete' : parseBinary(bytes);
  return 'missing';
}

/** True while every byte present matches `prefix`. */
function beginsWith(bytes: Buffer, prefix: Buffer): boolean {
  const length = Math.min(bytes.length, prefix.length);
  return bytes.compare(prefix, 0, length, 0, length) === 0;
}

function parseText(bytes: Buffer): ProxyHeader | ProxyHeaderFault | 'incomplete' {
  const text = bytes.toString('latin1', 0, V1_MAX_BYTES);
  const end = text.indexOf('\r\n');
  if (end < 0) return bytes.length < V1_MAX_BYTES ? 'incomplete' : 'too_large';
  const line = text.slice(0, end);
  const lengthBytes = end + 2;
  if (V1_UNKNOWN_LINE.test(line)) return { lengthBytes, address: undefined };
  const [, version, source = '', destination = '', ...ports] = V1_LINE.exec(line) ?? [];
  const isAddress = version === '4' ? isIPv4 : isIPv6;
  if (!isAddress(source) || !isAddress(destination) || ports.some((port) => Number(port) > HIGHEST_PORT))
    return 'malformed';
  return { lengthBytes, address: normalizeIpEntry(source) };
}

function parseBinary(bytes: Buffer): ProxyHeader | ProxyHeaderFault | 'incomplete' {
  const command = bytes.readUInt8(12);
  const family = bytes.readUInt8(13);
  const restBytes = bytes.readUInt16BE(14);
  if (command !== V2_LOCAL && command !== V2_PROXY) return 'malformed';
  if (command === V2_PROXY && restBytes < (V2_ADDRESS_BYTES.get(family) ?? Infinity)) return 'malformed';
  if (restBytes > V2_MAX_REST_BYTES) return 'too_large';
  const lengthBytes = V2_FIXED_BYTES + restBytes;
  if (bytes.length < lengthBytes) return 'incomplete';
  return { lengthBytes, address: command === V2_PROXY ? binarySource(bytes, family) : undefined };
}

/**
 * The source address comes first. Unix sockets and unspecified families have none that an allowlist could
 * contain.
 */
function binarySource(bytes: Buffer, family: number): string | undefined {
  if (family === V2_TCP4) return bytes.subarray(V2_FIXED_BYTES, V2_FIXED_BYTES + 4).join('.');
  if (family !== V2_TCP6) return undefined;
  const groups = Array.from({ length: 8 }, (_, at) =>
    bytes.readUInt16BE(V2_FIXED_BYTES + 2 * at).toString(16),
  );
  return normalizeIpEntry(groups.join(':'));
}
