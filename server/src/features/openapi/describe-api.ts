import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import { currentDescription } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';

/** `GET /api/openapi`: the live surface as an OpenAPI 3.0 document, the same for everybody (platform contract §4.10, D-OAS-1). */
export function describeApi(baseUrl: string): Step<HttpExchange> {
  const text = stringify(currentDescription(baseUrl), { version: '1.1', lineWidth: 0 });
  // YAML 1.1 quoting: older parsers would read info.version as a date.
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const head = ['access-control-allow-origin', '*', 'cache-control', 'public, max-age=300', 'etag', etag];
  return ({ request, response, requestId }) => {
    const headers = ['x-request-id', requestId, 'x-svc-request-id', requestId, ...head];
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, [
      ...headers,
      'content-type',
      'application/yaml',
      'content-length',
      String(Buffer.byteLength(text)),
    ]);
    response.end(request.method === 'HEAD' ? undefined : text);
  };
}
