import { ADMINISTRATION_OPERATIONS } from './operations/administration.ts';
import { OFFERED_OPERATIONS } from './operations/inference.ts';
import type { Operation } from './operations/operation.ts';
import { RESOURCE_OPERATIONS } from './operations/resources.ts';

export { OFFERED_OPERATIONS, type OfferedOperationId } from './operations/inference.ts';
export type { CredentialKind, Method, OfferedOperation, Operation, OperationTag, PlannedOperation } from './operations/operation.ts';

/**
 * Every operation of both contract documents (inference contract §4, platform contract §4). Routing, `Allow`, the
 * description file and the documentation follow from it.
 */
export const OPERATIONS: readonly Operation[] = [...OFFERED_OPERATIONS, ...ADMINISTRATION_OPERATIONS, ...RESOURCE_OPERATIONS];
