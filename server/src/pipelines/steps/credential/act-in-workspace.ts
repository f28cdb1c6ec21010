import { toCredential, type Authenticated, type CallerExchange, type Step } from '#exchange';
import {
  checkOrganization,
  checkPlan,
  withOrganization,
  type CredentialCheckDeps,
} from './credential-checks.ts';

export type ActInWorkspaceDeps = Pick<CredentialCheckDeps, 'organizations' | 'catalog' | 'upgradeUrl'>;

/**
 * Lets a Console user call a model in the workspace of the path, with the permissions that a private key of
 * theirs would have there. A key already has its own workspace.
 */
export function actInWorkspace(deps: ActInWorkspaceDeps): Step<CallerExchange, Authenticated> {
  return (exchange) => {
    const { person, params } = exchange;
    if (exchange.credential || !person?.membership) return;
    const { userId, membership } = person;
    return withOrganization(deps, membership.organizationId, (organization) => {
      checkOrganization(organization);
      checkPlan(deps, organization);
      exchange.credential = toCredential(organization, {
        userId,
        workspaceId: params['workspace_id'] ?? null,
      });
    });
  };
}
