import type { HttpExchange, Step } from '#exchange';

/** Answers 200 with what `read` gives. Nothing of an organization may stay in a cache on the way. */
export function handleRead<E extends HttpExchange>(read: (exchange: E) => Promise<object>): Step<E> {
  return async (exchange) => {
    exchange.sink.json(200, JSON.stringify(await read(exchange)), ['cache-control', 'no-store']);
  };
}
