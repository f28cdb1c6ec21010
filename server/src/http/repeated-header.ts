/** By lower-case name, with the spelling used in errors. */
const SINGLE: ReadonlyMap<string, string> = new Map([
  ['host', 'Host'],
  ['origin', 'Origin'],
  ['content-type', 'Content-Type'],
]);

/**
 * Finds the first header that may occur once and occurs twice (RFC 9110 §5.3, RFC 9112 §3.2), spelled for an
 * error. Node keeps the first value and drops the rest, while a proxy in front may have used the last one.
 * Node's parser refuses conflicting body lengths and transfer encodings; a second Authorization counts as no
 * credential.
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
