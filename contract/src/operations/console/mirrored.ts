import type { AdministrationOperation } from '../administration/administration-operation.ts';
import { ADMINISTRATION_OPERATIONS } from '../administration.ts';
import { mirroredErrors } from '../checked-operation.ts';
import { consoleErrors, CONSOLE_ROOT, type ConsoleOperation } from './console-operation.ts';

type AdministrationId = (typeof ADMINISTRATION_OPERATIONS)[number]['id'];

const ADMINISTRATION_ROOT = '/v1/organizations';

/** `/v1/organizations/X` is `/console/api/X`; the organization itself, `me` to a key, is `organization` to a person. */
function consolePath(path: string): string {
  const rest = path.slice(ADMINISTRATION_ROOT.length);
  return CONSOLE_ROOT + (rest === '/me' ? '/organization' : rest);
}

function mirror({ beta: _beta, ...operation }: AdministrationOperation & { readonly id: AdministrationId }) {
  return {
    ...operation,
    path: consolePath(operation.path),
    credential: 'console_session',
    tag: 'Console',
    browserAccess: 'console',
    errors: mirroredErrors(operation, consoleErrors),
  } satisfies ConsoleOperation;
}

/**
 * The Admin API for people (D-CONS-6): the same operations under the same ids, with the same schemas. Only the credential and
 * the rule of roles differ, so that a client of one works with the other.
 */
export const MIRRORED_ADMINISTRATION_OPERATIONS: readonly (ConsoleOperation & {
  readonly id: AdministrationId;
})[] = ADMINISTRATION_OPERATIONS.map(mirror);
