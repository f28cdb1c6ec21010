import type { HttpExchange, Step } from '#exchange';
import { chooseDescription } from './choose-description.ts';
import type { DescriptionText, DescriptionTexts } from './description-texts.ts';

/** `GET /api/openapi` (platform contract §4.10, D-OAS-1): the same for everybody. Without a query it is the live surface. */
export function describeApi(texts: DescriptionTexts): Step<HttpExchange> {
  return (exchange) => {
    const choice = chooseDescription(exchange.query);
    if (!choice) return send(exchange, texts.current);
    return texts.full(choice).then((text) => send(exchange, text));
  };
}

function send({ request, response, requestId }: HttpExchange, { bytes, etag }: DescriptionText): void {
  if (response.destroyed) return;
  const headers = [
    'x-request-id',
    requestId,
    'x-svc-request-id',
    requestId,
    'access-control-allow-origin',
    '*',
    'cache-control',
    'public, max-age=300',
    'etag',
    etag,
  ];
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, [
    ...headers,
    'content-type',
    'application/yaml',
    'content-length',
    String(bytes.length),
  ]);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
