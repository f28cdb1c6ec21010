import type { DirectoryOperation, LimitValues } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';
import type { ParseDeps } from './parse-call.ts';

export interface ParseScimDeps extends ParseDeps {
  readonly limits: () => LimitValues;
}

/** Parses a user, a group, or the operations of a PATCH: large bodies on the thread of all large bodies. */
export function parseScim(
  { bodyReader, limits }: ParseScimDeps,
  { method, path }: DirectoryOperation,
): Step<HttpExchange> {
  const kind = method === 'PATCH' ? 'patch' : path.startsWith('/scim/v2/Groups') ? 'group' : 'user';
  return (exchange) => {
    const accept = (body: unknown): void => void (exchange.input = { query: undefined, body });
    const settings = { kind, maxMembers: limits().directory_group_members };
    const body = bodyReader.read(exchange, { name: 'directory', settings });
    return body instanceof Promise ? body.then(accept) : accept(body);
  };
}
