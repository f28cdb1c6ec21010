import { CONSOLE_OPERATIONS, type ConsoleOperation, MIRRORED_ADMINISTRATION_OPERATIONS } from '@svc/contract';
import type { MemberExchange, Step } from '#exchange';
import { confirmSecondFactor } from '#features/console-auth';
import {
  handleChangeless,
  handleMutation,
  handleFormMutation,
  handleRead,
  sourceOf,
} from '#features/mutations';
import { AccessScope, type AdministrationHandlers, type ConsoleHandlers } from '#features/module';
import {
  accessOf,
  loadEffectiveRoles,
  requireInWorkspace,
  requirePermission,
  type MemberCaller,
} from '#features/permissions';
import type { Route } from '#http';
import { consoleOrganization } from '#pipelines';
import { OrganizationScope } from '#store';
import { beforeChange } from './before-change.ts';
import { callOf, type AnyHandler } from './call.ts';
import { handlersOf } from './handlers-of.ts';
import type { AppServices } from '../app-services.ts';

/** The body of an operation that needs a second factor. */
interface Confirmed {
  readonly totp: string;
}

export function consoleRoutes(services: AppServices): Route[] {
  const mirrored: AdministrationHandlers = handlersOf(services.modules, 'administration');
  const own: ConsoleHandlers<MemberCaller> = handlersOf(services.modules, 'console');
  const handlers = { ...mirrored, ...own };
  return [...MIRRORED_ADMINISTRATION_OPERATIONS, ...CONSOLE_OPERATIONS].map((operation: ConsoleOperation) => {
    // The types above say which call belongs to which handler; in a list it is lost.
    const handler: unknown = handlers[operation.id as keyof typeof handlers];
    return {
      operation,
      handle: consoleOrganization(services, operation, stepOf(services, operation, handler)),
    };
  });
}

function stepOf(
  services: AppServices,
  operation: ConsoleOperation,
  ownHandler: unknown,
): Step<MemberExchange> {
  const scopeOf = ({ person }: MemberExchange): OrganizationScope =>
    new OrganizationScope(services.db, person.membership.organizationId);
  if (operation.transfer === 'form') {
    const form = handleFormMutation(
      services,
      async (scope, exchange: MemberExchange) => {
        await services.sessions.requireCurrent(scope.db, exchange.person);
        return admit(operation, exchange, scope);
      },
      ownHandler as AdministrationHandlers['createPlugin'],
    );
    return async (exchange) => {
      // Before a byte of the form is read.
      await admit(operation, exchange, scopeOf(exchange));
      await form(exchange);
    };
  }
  const handler = ownHandler as AnyHandler<MemberCaller>;
  const admitCaller = (exchange: MemberExchange): Promise<MemberCaller> =>
    admit(operation, exchange, scopeOf(exchange));
  const read = (exchange: MemberExchange, caller: MemberCaller): Promise<object> =>
    handler(scopeOf(exchange), callOf(exchange), caller);
  if (operation.method === 'GET' || operation.replays === false)
    return handleRead(async (exchange) => read(exchange, await admitCaller(exchange)));
  if (operation.changes === false) return handleChangeless(services, admitCaller, read);
  const before = beforeChange(services, operation.id);
  // Before the transaction: a code stays used even if the change fails. Not asked of a person who may not make the change, nor for a
  // stored response: a repetition has the code of the first request, which is used.
  const confirm = async (exchange: MemberExchange): Promise<void> => {
    await admitCaller(exchange);
    await confirmSecondFactor(services, exchange.person, (exchange.input.body as Confirmed).totp);
    await before?.(exchange);
  };
  return handleMutation(
    services,
    (scope, exchange: MemberExchange) => admit(operation, exchange, scope),
    (made, exchange, caller) => handler(made, callOf(exchange), caller),
    operation.needsSecondFactor ? confirm : before,
  );
}

/** Checks the current roles. Throws 403 `org_membership_required`, 403 `role_required`, 404 `workspace_not_found`. */
async function admit(
  { permission }: ConsoleOperation,
  exchange: MemberExchange,
  scope: OrganizationScope,
): Promise<MemberCaller> {
  const { person, params } = exchange;
  const { actor } = sourceOf(exchange);
  const roles = await loadEffectiveRoles(scope, person.userId, person.membership.role);
  if (permission === 'signed_in') {
    return {
      person,
      actor,
      roles,
      access: new AccessScope(scope, { workspaceIds: [], userId: person.userId }),
    };
  }
  requirePermission(roles, permission);
  const { workspace_id: workspaceId } = params;
  if (workspaceId !== undefined) requireInWorkspace(roles, permission, workspaceId);
  return { person, actor, roles, access: new AccessScope(scope, accessOf(roles, permission)) };
}
