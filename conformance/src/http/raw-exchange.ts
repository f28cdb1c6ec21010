import { connect } from 'node:net';
import type { HttpResponse } from './http-exchange.ts';

/** Bytes written to a plain socket, for requests no HTTP client would send; everything until the other side closes. */
export async function sendRaw(
  baseUrl: string,
  bytes: string | Buffer,
  timeoutMs = 10_000,
): Promise<HttpResponse> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
  const parts: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new Error(`the connection was not closed within ${timeoutMs} ms`)),
    );
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? resolve() : reject(error),
    );
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('close', () => resolve());
    socket.write(bytes);
  });
  return parse(Buffer.concat(parts));
}

function parse(response: Buffer): HttpResponse {
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`no HTTP answer but ${response.length} bytes`);
  const [statusLine = '', ...lines] = response.subarray(0, end).toString('latin1').split('\r\n');
  const rawHeaders = lines.flatMap((line) => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const headers: Record<string, string> = {};
  for (let i = 0; i < rawHeaders.length; i += 2)
    headers[(rawHeaders[i] ?? '').toLowerCase()] = rawHeaders[i + 1] ?? '';
  const bytes = response.subarray(end + 4);
  const text = bytes.toString('utf8');
  const complete = bytes.length === Number(headers['content-length'] ?? bytes.length);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    rawHeaders,
    bytes,
    text,
    complete,
    json: <T>() => JSON.parse(text) as T,
  };
}
