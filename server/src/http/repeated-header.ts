interface SingleHeader {
  readonly name: string;
  /** As errors spell it. */
  readonly spelling: string;
  readonly bit: number;
}

/** By the length of their names, so that most other headers are told apart without changing their case. */
const SINGLE: Readonly<Record<number, SingleHeader>> = {
  4: { name: 'host', spelling: 'Host', bit: 1 },
  6: { name: 'origin', spelling: 'Origin', bit: 2 },
  12: { name: 'content-type', spelling: 'Content-Type', bit: 4 },
};

/**
 * Finds the first header that may occur once and occurs twice (RFC 9110 §5.3, RFC 9112 §3.2), spelled for an
 * error. Node keeps the first value and drops the rest, while a proxy in front may have used the last one.
 * Node's parser refuses conflicting body lengths and transfer encodings; a second Authorization counts as no
 * credential.
 */
export function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    const single = SINGLE[name.length];
    if (!single || name.toLowerCase() !== single.name) continue;
    if ((seen & single.bit) !== 0) return single.spelling;
    seen |= single.bit;
  }
  return undefined;
}
