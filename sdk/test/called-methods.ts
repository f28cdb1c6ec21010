import type { Operation } from '@svc/contract';
import type { Svc } from '../src/index.ts';
import { scriptedClient, type SentRequest } from './scripted-fetch.ts';

/** Whatever a method wants: nothing is checked before it is sent. */
const ANYTHING = {
  messages: [{ role: 'user', content: 'Hi' }],
  file: new Blob(['x']),
  filename: 'x.txt',
  purpose: 'document',
} as const;

/** Arguments of the methods: the ids in the paths are `a` and `b`. */
const ARGUMENTS: readonly (readonly unknown[])[] = [
  [ANYTHING],
  ['a', ANYTHING],
  ['a', 'b', ANYTHING],
  ['a', 'b'],
];

type Method = (...inputs: readonly unknown[]) => unknown;

/** Names of the parts and methods of an object, its own and those of its class. */
function namesOf(object: object): string[] {
  const above = Object.getPrototypeOf(object) as object;
  const names = [...Object.keys(object), ...Object.getOwnPropertyNames(above)];
  return above === Object.prototype ? Object.keys(object) : names.filter((name) => name !== 'constructor');
}

/** Paths of all methods of a client, `webhooks.create`. */
function methodPaths(part: object, path: readonly string[] = []): string[][] {
  return namesOf(part).flatMap((name) => {
    const value = (part as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'function') return [[...path, name]];
    return typeof value === 'object' && value !== null ? methodPaths(value, [...path, name]) : [];
  });
}

/** The first request of a call. None where it sends nothing. */
async function sentBy(path: readonly string[], inputs: readonly unknown[]): Promise<SentRequest | undefined> {
  const { svc, sent } = scriptedClient([new Error('no answer')], { maxRetries: 0 });
  const parts = path.slice(0, -1).reduce<object>((at, name) => (at as Record<string, object>)[name]!, svc);
  const method = (parts as Readonly<Record<string, Method>>)[path.at(-1)!]!;
  try {
    await method.apply(parts, [...inputs]);
  } catch {
    // Only what was sent matters.
  }
  return sent[0];
}

/** What the methods of the client send, `POST /v1/files`, each with the ids `a` and `b`. */
export async function sentRequests(svc: Svc): Promise<Map<string, SentRequest[]>> {
  const found = new Map<string, SentRequest[]>();
  for (const path of methodPaths(svc))
    for (const inputs of ARGUMENTS) {
      const sent = await sentBy(path, inputs);
      if (!sent) continue;
      const key = `${sent.init.method} ${new URL(sent.url).pathname}`;
      found.set(key, [...(found.get(key) ?? []), sent]);
    }
  return found;
}

/** The key that `sentRequests` has for an operation. */
export function requestOf({ method, path }: Operation): string {
  const ids = ['a', 'b'];
  return `${method} ${path.replaceAll(/\{\w+\}/g, () => ids.shift()!)}`;
}
