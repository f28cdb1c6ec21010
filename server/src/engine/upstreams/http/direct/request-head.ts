/** Headers by which a request is framed, or which mean something to the connection. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const ASCII_LINE = /^[\t\x20-\x7e]*$/;

/**
 * Header lines except request line and Content-Length. Undefined if a header cannot be written verbatim.
 */
export function requestLines(host: string, headers: readonly string[]): string | undefined {
  let lines = `host: ${host}\r\nconnection: keep-alive\r\n`;
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!;
    const value = headers[i + 1]!;
    if (!TOKEN.test(name) || !ASCII_LINE.test(value) || OF_CONNECTION.has(name.toLowerCase()))
      return undefined;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}
