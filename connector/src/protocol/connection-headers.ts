/**
 * Hop-by-hop headers (RFC 9110 §7.6.1), and headers that the HTTP client sets itself. Neither side sends them through
 * the tunnel.
 */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
  'set-cookie',
]);
