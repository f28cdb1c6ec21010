/**
 * Builds a version 2 header. `command` is 0 (LOCAL) or 1 (PROXY), `family` the byte of family and transport,
 * `rest` what follows.
 */
export function binaryHeader(
  command: number,
  family: number,
  rest: readonly number[],
  lengthBytes = rest.length,
): Buffer {
  const signature = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a];
  return Buffer.from([...signature, 0x20 | command, family, lengthBytes >> 8, lengthBytes & 255, ...rest]);
}

export const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

const PORTS = [0xdd, 0xd5, 0x01, 0xbb];

export const TCP4 = 0x11;
export const TCP6 = 0x21;

/** Addresses and ports in the format of version 2: 203.0.113.7 to 10.0.0.1, and 2001:db8::a:7 to ::1. */
export const TCP4_ADDRESSES = [203, 0, 113, 7, 10, 0, 0, 1, ...PORTS];
export const TCP6_ADDRESSES = [0x20, 0x01, 0x0d, 0xb8, ...zeros(9), 0x0a, 0, 7, ...zeros(15), 1, ...PORTS];
/** Like `TCP4_ADDRESSES`, with both addresses IPv4-mapped. */
export const MAPPED_ADDRESSES = [
  ...zeros(10),
  255,
  255,
  203,
  0,
  113,
  7,
  ...zeros(10),
  255,
  255,
  10,
  0,
  0,
  1,
  ...PORTS,
];
