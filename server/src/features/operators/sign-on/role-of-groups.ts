import type { OperatorRole } from '@svc/contract';
import type { OperatorSsoConfig } from '#config';

/** The highest role that one of the groups has. Undefined: none has one. */
export function roleOfGroups(
  roles: OperatorSsoConfig['roles'],
  groups: readonly string[],
): OperatorRole | undefined {
  const given = new Set(roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role));
  if (given.has('operator')) return 'operator';
  return given.has('viewer') ? 'operator_viewer' : undefined;
}
