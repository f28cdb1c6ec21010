import { ID_PREFIXES } from '@svc/contract';

const ULID = /^[0-9a-z]{26}$/;

/** Whether an id can be one of that kind. Ids sort, so its place in a list is known even if its row is not (D-PAGE-1). */
export function isWellFormedId(kind: keyof typeof ID_PREFIXES): (id: string) => boolean {
  const prefix = ID_PREFIXES[kind];
  return (id) => id.startsWith(prefix) && ULID.test(id.slice(prefix.length));
}
