import { MIRRORED_RESOURCE_OPERATIONS, type MirroredResourceOperation } from '@svc/contract';
import { toCredential, type MemberExchange, type Step } from '#exchange';
import { handleMutation, handleRead } from '#features/mutations';
import type { ResourceCaller, WorkspaceHandlers } from '#features/module';
import { loadOrganizations } from '#features/organization';
import { loadEffectiveRoles, reachWithin, requirePermission } from '#features/permissions';
import { requireActiveWorkspace, requireWorkspace } from '#features/workspaces';
import type { Route } from '#http';
import { consoleOrganization } from '#pipelines';
import { OrganizationScope, WorkspaceScope } from '#store';
import type { AppServices } from '../app-services.ts';
import { beforeChange } from './before-change.ts';
import { callOf, type AnyHandler } from './call.ts';
import { handlersOf } from './handlers-of.ts';

type AnyStreamedHandler = WorkspaceHandlers['createFile'];

/** What belongs to a workspace, for people: the handlers are those of keys. */
export function consoleResourceRoutes(services: AppServices): Route[] {
  const handlers: WorkspaceHandlers = handlersOf(services.modules, 'workspace');
  return MIRRORED_RESOURCE_OPERATIONS.map((operation) => {
    // The type above says which call belongs to which handler; in a list it is lost.
    const handler: unknown = handlers[operation.id];
    return {
      operation,
      handle: consoleOrganization(services, operation, stepOf(services, operation, handler)),
    };
  });
}

function stepOf(
  { db, sessions, ...services }: AppServices,
  operation: MirroredResourceOperation,
  handler: unknown,
): Step<MemberExchange> {
  const callerOf = (exchange: MemberExchange): Promise<ResourceCaller> =>
    admitToWorkspace(
      operation,
      exchange,
      new OrganizationScope(db, exchange.person.membership.organizationId),
    );
  if (operation.transfer === 'streamed') {
    return async (exchange) => {
      const caller = await callerOf(exchange);
      const authorizeAgain: ResourceCaller['authorizeAgain'] = async (scope) => {
        await sessions.requireCurrent(scope.db, exchange.person);
        await caller.authorizeAgain(scope);
      };
      await (handler as AnyStreamedHandler)(exchange, { ...caller, authorizeAgain });
    };
  }
  const step = handler as AnyHandler;
  if (operation.method === 'GET') {
    return handleRead(async (exchange) => {
      const caller = await callerOf(exchange);
      return step(caller.workspace, callOf(exchange), caller);
    });
  }
  return handleMutation(
    { ...services, db },
    (scope, exchange: MemberExchange) => admitToWorkspace(operation, exchange, scope),
    (change, exchange, caller) => step(change, callOf(exchange), caller),
    beforeChange({ ...services, db }, operation.id),
  );
}

/**
 * Checks the current roles. Throws 403 `role_required`, 404 `workspace_not_found`, and 409 `resource_conflict` for what would
 * change something in an archived workspace.
 */
async function admitToWorkspace(
  operation: MirroredResourceOperation,
  exchange: MemberExchange,
  scope: OrganizationScope,
): Promise<ResourceCaller> {
  const { userId, membership } = exchange.person;
  const workspaceId = exchange.params['workspace_id'] ?? '';
  const requireReach = async (current: OrganizationScope): Promise<ResourceCaller['reach']> => {
    const roles = await loadEffectiveRoles(current, userId, membership.role);
    requirePermission(roles, operation.permission);
    const reach = reachWithin(roles, operation.permission, workspaceId);
    await (operation.method === 'GET' ? requireWorkspace : requireActiveWorkspace)(current, workspaceId);
    return reach;
  };
  const reach = await requireReach(scope);
  const { organizationId } = scope;
  const organization = (await loadOrganizations(scope.db, [organizationId])).get(organizationId)!;
  return {
    workspace: new WorkspaceScope(scope.db, organizationId, workspaceId),
    credential: toCredential(organization, { userId, workspaceId }),
    zeroDataRetention: organization.zeroDataRetention,
    reach,
    betas: exchange.betas,
    version: undefined,
    authorizeAgain: async (current) => void (await requireReach(current)),
  };
}
