import type { ModelEndpoint } from '#exchange';
import { isObject } from '#features/conversation';

/** What only a reply has. */
const IGNORED: ReadonlySet<string> = new Set(['stream', 'max_tokens']);

/** Chat as a count reads it: what is said of a reply is not looked at (D-36). */
export function countEndpoint(chat: ModelEndpoint, bodyLimitBytes: () => number): ModelEndpoint {
  return { ...chat, bodyLimitBytes, parse: (body, exchange) => chat.parse(isObject(body) ? withoutIgnored(body) : body, exchange) };
}

function withoutIgnored(body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !IGNORED.has(name)));
}
