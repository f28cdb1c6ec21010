import { sendJson, type Exchange, type Step } from '#exchange';

/** Answers 200 with what `read` gives. Nothing of an organization may stay in a cache on the way. */
export function answerRead(read: (exchange: Exchange) => Promise<object>): Step {
  return async (exchange) => {
    sendJson(exchange, 200, JSON.stringify(await read(exchange)), ['cache-control', 'no-store']);
  };
}
