import { WORKSPACE_OPERATIONS } from '../workspace.ts';
import type { Transfer } from '../operation.ts';
import type { WorkspaceOperation } from '../workspace/workspace-operation.ts';
import { consoleErrors, CONSOLE_ROOT, type ConsoleOperation } from './console-operation.ts';

type ResourceId = (typeof WORKSPACE_OPERATIONS)[number]['id'];

export interface MirroredResourceOperation extends ConsoleOperation {
  readonly id: ResourceId;
  readonly transfer: Transfer;
}

const PUBLIC_ROOT = '/v1';

function mirror({
  beta: _beta,
  ...operation
}: WorkspaceOperation & { readonly id: ResourceId }): MirroredResourceOperation {
  const { method, path, bodyUnder, queryUnder, ownErrors } = operation;
  return {
    ...operation,
    // A key has its workspace, a person names it.
    path: `${CONSOLE_ROOT}/workspaces/{workspace_id}${path.slice(PUBLIC_ROOT.length)}`,
    credential: 'console_session',
    tag: 'Console',
    browserAccess: 'console',
    errors: consoleErrors({ method, hasBody: bodyUnder !== undefined, hasQuery: queryUnder !== undefined }, [
      'workspace_not_found',
      'resource_conflict',
      ...ownErrors,
    ]),
  };
}

/** What belongs to a workspace, for people (D-CONS-6): the same operations under the same ids, in the workspace that the path names. */
export const MIRRORED_RESOURCE_OPERATIONS: readonly MirroredResourceOperation[] =
  WORKSPACE_OPERATIONS.map(mirror);
