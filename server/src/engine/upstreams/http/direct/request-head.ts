/**
 * Header lines except request line and the framing of the body. The configuration allows no header that frames a request or
 * rules its connection.
 */
export function requestLines(host: string, headers: readonly string[]): string {
  let lines = `host: ${host}\r\nconnection: keep-alive\r\n`;
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]!}: ${headers[i + 1]!}\r\n`;
  return lines;
}
