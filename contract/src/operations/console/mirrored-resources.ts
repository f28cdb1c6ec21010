import { WORKSPACE_OPERATIONS } from '../workspace.ts';
import type { WorkspaceOperation } from '../workspace/workspace-operation.ts';
import { mirroredErrors } from '../checked-operation.ts';
import { consoleErrors, CONSOLE_ROOT, type ConsoleOperation } from './console-operation.ts';

type ResourceId = (typeof WORKSPACE_OPERATIONS)[number]['id'];

export type MirroredResourceOperation = ConsoleOperation &
  Pick<WorkspaceOperation, 'permission'> & { readonly id: ResourceId };

const PUBLIC_ROOT = '/v1';

function mirror({
  beta: _beta,
  ...operation
}: WorkspaceOperation & { readonly id: ResourceId }): MirroredResourceOperation {
  const errors = mirroredErrors(operation, (form) => [
    ...consoleErrors(form),
    'workspace_not_found',
    'resource_conflict',
  ]);
  return {
    ...operation,
    // A key has its workspace, a person names it.
    path: `${CONSOLE_ROOT}/workspaces/{workspace_id}${operation.path.slice(PUBLIC_ROOT.length)}`,
    credential: 'console_session',
    tag: 'Console',
    browserAccess: 'console',
    // Prompt tools take no idempotency key here either (D-IDEM-1).
    errors: errors.filter((name) => name !== 'idempotency_key_reused' || operation.errors.includes(name)),
  };
}

/** What belongs to a workspace, for people (D-CONS-6): the same operations under the same ids, in the workspace that the path names. */
export const MIRRORED_RESOURCE_OPERATIONS: readonly MirroredResourceOperation[] =
  WORKSPACE_OPERATIONS.map(mirror);
