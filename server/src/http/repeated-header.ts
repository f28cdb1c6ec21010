/** By their names in lower case, as errors spell them. */
const SINGLE: ReadonlyMap<string, string> = new Map([
  ['host', 'Host'],
  ['origin', 'Origin'],
  ['content-type', 'Content-Type'],
]);

/**
 * The first header that may be there once and is there twice (RFC 9110 §5.3, RFC 9112 §3.2), spelled for an error. Node keeps the
 * first value and drops the rest, while a proxy in front may have judged the last one. Conflicting lengths and codings of the
 * body are refused by Node's parser; a second Authorization counts as no credential.
 */
export function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return SINGLE.get(name);
    seen.add(name);
  }
  return undefined;
}
