import type { ADMINISTRATION_OPERATIONS } from './administration.ts';
import type { CONSOLE_OPERATIONS } from './console.ts';
import type { Operation } from './operation.ts';
import type { OPERATOR_OPERATIONS } from './operator.ts';

/** Marks an operation that is no read by its method, and changes nothing of the organization: it asks something of elsewhere. */
export function changesNothing<O extends Operation>(operation: O) {
  return { ...operation, changes: false } as const;
}

type Named = (
  | typeof ADMINISTRATION_OPERATIONS
  | typeof CONSOLE_OPERATIONS
  | typeof OPERATOR_OPERATIONS
)[number];

/** Operations that `changesNothing` marks. */
export type ChangelessId = Extract<Named, { readonly changes: false }>['id'];
