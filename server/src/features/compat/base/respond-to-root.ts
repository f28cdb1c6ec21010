import { baseHeaders, type HttpExchange, type Step } from '#exchange';

/** `GET` and `HEAD` on a prefix, by which clients look whether somebody is there (COMPG-18). */
export const respondToRoot: Step<HttpExchange> = (exchange) => {
  exchange.response.writeHead(200, [...baseHeaders(exchange), 'content-length', '0']);
  exchange.response.end();
};
