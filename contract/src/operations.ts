import type { z } from 'zod';
import type { AdministrationOperation } from './operations/administration/administration-operation.ts';
import { ADMINISTRATION_OPERATIONS, PLANNED_ADMINISTRATION_OPERATIONS } from './operations/administration.ts';
import { INFERENCE_OPERATIONS } from './operations/inference.ts';
import type { OfferedOperation, Operation } from './operations/operation.ts';
import { RESOURCE_OPERATIONS } from './operations/resources.ts';

export { ADMINISTRATION_BETA, type AdministrationOperation } from './operations/administration/administration-operation.ts';
export { ADMINISTRATION_OPERATIONS } from './operations/administration.ts';
export { INFERENCE_OPERATIONS } from './operations/inference.ts';
export type { CredentialKind, Method, OfferedOperation, Operation, OperationTag, PlannedOperation } from './operations/operation.ts';
export type { PathParameter } from './operations/operation-path.ts';

export type InferenceOperationId = (typeof INFERENCE_OPERATIONS)[number]['id'];
export type AdministrationOperationId = (typeof ADMINISTRATION_OPERATIONS)[number]['id'];

type Named<Id> = Extract<(typeof ADMINISTRATION_OPERATIONS)[number], { readonly id: Id }>;

/** Method, path, checked body and checked query of an operation of the Admin API. */
export type AdministrationCall<Id extends AdministrationOperationId> =
  Named<Id> extends AdministrationOperation<string, infer M, infer Path, infer Body, infer Query>
    ? { readonly method: M; readonly path: Path; readonly body: Checked<Body>; readonly query: Checked<Query> }
    : never;

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The operations this service answers. */
export const OFFERED_OPERATIONS: readonly OfferedOperation[] = [...INFERENCE_OPERATIONS, ...ADMINISTRATION_OPERATIONS];

/**
 * Every operation of both contract documents (inference contract §4, platform contract §4). Routing, `Allow`, the
 * description file and the documentation follow from it.
 */
export const OPERATIONS: readonly Operation[] = [...OFFERED_OPERATIONS, ...PLANNED_ADMINISTRATION_OPERATIONS, ...RESOURCE_OPERATIONS];
