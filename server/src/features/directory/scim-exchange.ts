import type { DirectoryExchange } from '#exchange';
import { listResponse } from './scim/paging.ts';

/** Query parameters of RFC 7644 §3.4.2 and §3.9. */
interface ScimQuery {
  readonly filter?: string | undefined;
  readonly startIndex?: string | undefined;
  readonly count?: string | undefined;
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

export function readScimQuery({ query }: DirectoryExchange): ScimQuery {
  const read = (name: keyof ScimQuery): string | undefined => query.get(name) ?? undefined;
  return {
    filter: read('filter'),
    startIndex: read('startIndex'),
    count: read('count'),
    attributes: read('attributes'),
    excludedAttributes: read('excludedAttributes'),
  };
}

export function sendScim(
  { sink }: DirectoryExchange,
  status: number,
  body: object,
  headers: readonly string[] = [],
): void {
  sink.json(status, JSON.stringify(body), ['cache-control', 'no-store', ...headers]);
}

export function sendDeleted({ sink }: DirectoryExchange): void {
  sink.json(204, '', ['cache-control', 'no-store']);
}

export function wholeList(resources: readonly object[]): object {
  return listResponse({ startIndex: 1, count: resources.length }, resources.length, resources);
}
