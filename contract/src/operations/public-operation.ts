import type { Operation } from './operation.ts';

/** Whether it needs no credential. Then the caller's network is all that is known, and all that rates can count by. */
export function isPublicOperation({ credential }: Pick<Operation, 'credential'>): boolean {
  return credential === 'none';
}
