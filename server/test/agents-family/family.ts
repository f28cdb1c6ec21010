import { WORKSPACE_OPERATIONS, type Operation, type OperationTag } from '@svc/contract';
import { ABLE } from '../agents/agents-fixture.ts';

export const FAMILY_FLAG = 'agents-2026-11-01';

/** One kind of object of the rules SHARE. */
export interface FamilyResource {
  /** `type` of the object. */
  readonly type: string;
  readonly path: string;
  readonly tag: OperationTag;
  readonly notFound: string;
  /** First part of the names of its events in the audit log. */
  readonly audited: string;
  /** Status of its creation in an organization that keeps nothing (SHARE-13). */
  readonly zeroRetentionStatus: 201 | 403;
  /** What creates one. `marker` is in it as a text that a caller wrote. */
  creation(marker: string): object;
  /** What changes one. */
  readonly change: object;
}

/** A new kind is a row. */
export const FAMILY: readonly FamilyResource[] = [
  {
    type: 'agent',
    path: '/v1/agents',
    tag: 'Agents',
    notFound: 'agent_not_found',
    audited: 'agent',
    zeroRetentionStatus: 201,
    creation: (marker) => ({
      name: 'Support',
      model: ABLE,
      system: marker,
      tools: [{ type: 'function', function: { name: 'find', description: marker } }],
    }),
    change: { name: 'Changed' },
  },
];

/** Every operation below the path of the kind. */
export function operationsOf({ path }: FamilyResource): readonly Operation[] {
  return WORKSPACE_OPERATIONS.filter((operation) => `${operation.path}/`.startsWith(`${path}/`));
}

/** The path of an operation with the id of an object. */
export function pathOf({ path }: Pick<Operation, 'path'>, id: string): string {
  return path.replaceAll(/\{\w+\}/g, id);
}

/** A body that the operation takes. Undefined: it takes none. */
export function bodyOf(resource: FamilyResource, { method, path, request }: Operation): object | undefined {
  if (request === undefined) return undefined;
  if (method === 'POST' && path === resource.path) return resource.creation('text');
  return method === 'PATCH' ? resource.change : {};
}

/** Has exactly one of a kind in its path. */
export function isOnOne({ path }: FamilyResource, operation: Operation): boolean {
  return operation.path !== path;
}
