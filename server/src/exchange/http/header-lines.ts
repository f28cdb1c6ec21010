/** Names that Node writes itself, or that change how it sends the body. */
const DECIDED_BY_NODE = new Set([
  'connection',
  'content-disposition',
  'date',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

/** As RFC 9110 §5.1 has it. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** What would end a line of the head, or does not belong in one (RFC 9110 §5.5). */
const FORBIDDEN = /[^\t\x20-\x7e]/;

/** Names of headers come from our code, so there are few. */
const plainNames = new Map<string, boolean>();

/**
 * A flat list of names and values as lines of a head. Undefined when Node has to write it: it decides about one
 * of these headers, or refuses one.
 */
export function headerLines(headers: readonly string[]): string | undefined {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!;
    const value = headers[i + 1]!;
    if (!isPlain(name) || FORBIDDEN.test(value)) return undefined;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

function isPlain(name: string): boolean {
  let plain = plainNames.get(name);
  if (plain === undefined) {
    plain = TOKEN.test(name) && !DECIDED_BY_NODE.has(name.toLowerCase());
    plainNames.set(name, plain);
  }
  return plain;
}
