import type { HttpExchange, Step } from '#exchange';
import { requireJson } from './require-json.ts';

/** As `requireJson`, with SCIM's own media type as well (D-SCIM-4). */
export const requireScim: Step<HttpExchange> = (exchange) => {
  const { headers } = exchange.request;
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() === 'application/scim+json')
    headers['content-type'] = ['application/json', ...parameters].join(';');
  return requireJson(exchange);
};
