import type { OperatorRole } from '@svc/contract';
import { UsageError } from './command.ts';

const ROLES: ReadonlyMap<unknown, OperatorRole> = new Map([
  [undefined, 'operator'],
  ['operator', 'operator'],
  ['viewer', 'operator_viewer'],
]);

/** What `--role` says; an operator if it is not there. */
export function readRole(given: unknown): OperatorRole {
  const role = ROLES.get(given);
  if (!role) throw new UsageError('--role must be operator or viewer.');
  return role;
}

export function roleName(role: OperatorRole): string {
  return role === 'operator' ? 'operator' : 'viewer';
}
