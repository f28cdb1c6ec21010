import { ID_PREFIXES } from '@svc/contract';

const ULID = /^[0-9a-z]{26}$/;

/** Whether an id can be one of that kind, for lists whose items may be gone: ids sort, so the place of a deleted one is known. */
export function isWellFormedId(kind: keyof typeof ID_PREFIXES): (id: string) => boolean {
  const prefix = ID_PREFIXES[kind];
  return (id) => id.startsWith(prefix) && ULID.test(id.slice(prefix.length));
}
