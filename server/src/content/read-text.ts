const BYTE_ORDER_MARKS = [
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const;

/** Text of a plain file: UTF-8, or UTF-16 that says so by its first two bytes. Undefined when it is neither, or binary. */
export function readText(bytes: Uint8Array): string | undefined {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.equals(bytes.subarray(0, 2)));
  try {
    const text = new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
