import { ApiError } from '@svc/contract';
import { baseHeaders, type HttpExchange, type Step } from '#exchange';

/**
 * Clients that would rather have a WebSocket go on without one after 426, and try many times after any other answer
 * (COMPR-01). Before everything else: they ask without a key too.
 */
export function unlessUpgrade(step: Step<HttpExchange>): Step<HttpExchange> {
  return (exchange) => {
    if (exchange.request.headers.upgrade?.toLowerCase() !== 'websocket') return step(exchange);
    exchange.response.writeHead(426, [
      ...baseHeaders(exchange),
      'connection',
      'upgrade',
      'upgrade',
      'HTTP/1.1',
      'content-length',
      '0',
    ]);
    exchange.response.end();
  };
}

/** What a `GET` is that asks for no WebSocket. */
export const refuseGet: Step<HttpExchange> = () => {
  throw new ApiError('method_not_allowed', { headers: { allow: 'POST' } });
};
