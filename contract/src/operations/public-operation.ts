import type { Operation } from './operation.ts';

/** Whether anybody may call it: its network is then all that is known of the caller, and all that it can be limited by. */
export function isPublicOperation({ credential }: Pick<Operation, 'credential'>): boolean {
  return credential === 'none';
}
