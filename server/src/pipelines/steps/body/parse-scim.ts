import type { DirectoryOperation } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';
import type { ParseDeps } from './parse-call.ts';

/** Parses a user, or the operations of a PATCH: large bodies on the thread of all large bodies. */
export function parseScim({ bodyReader }: ParseDeps, { method }: DirectoryOperation): Step<HttpExchange> {
  const settings = { kind: method === 'PATCH' ? 'patch' : 'user' };
  return (exchange) => {
    const accept = (body: unknown): void => void (exchange.input = { query: undefined, body });
    const body = bodyReader.read(exchange, { name: 'directory', settings });
    return body instanceof Promise ? body.then(accept) : accept(body);
  };
}
