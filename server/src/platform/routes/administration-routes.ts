import { ADMINISTRATION_OPERATIONS, type AdministrationOperation } from '@svc/contract';
import type { CallerExchange, KeyExchange, Step } from '#exchange';
import {
  handleChangeless,
  handleMutation,
  handleFormMutation,
  handleRead,
  sourceOf,
} from '#features/mutations';
import { unrestricted, type AdministrationHandlers, type Caller } from '#features/module';
import type { Route } from '#http';
import { administration, reauthenticateInTransaction } from '#pipelines';
import { OrganizationScope } from '#store';
import { beforeChange } from './before-change.ts';
import { callOf, type AnyHandler } from './call.ts';
import { handlersOf } from './handlers-of.ts';
import type { AppServices } from '../app-services.ts';

export function administrationRoutes(services: AppServices): Route[] {
  const handlers: AdministrationHandlers = handlersOf(services.modules, 'administration');
  return ADMINISTRATION_OPERATIONS.map((operation: AdministrationOperation) => {
    // The type above says which call belongs to which handler; in a list it is lost.
    const handler: unknown = handlers[operation.id as keyof AdministrationHandlers];
    return { operation, handle: administration(services, operation, stepOf(services, operation, handler)) };
  });
}

/** Admin keys reach everything of their organization. */
function stepOf(
  services: AppServices,
  { id, method, transfer, changes }: AdministrationOperation,
  administrationHandler: unknown,
): Step<KeyExchange> {
  const reauthenticate = reauthenticateInTransaction(services);
  if (transfer === 'form')
    return handleFormMutation(
      services,
      reauthenticate,
      administrationHandler as AdministrationHandlers['createPlugin'],
    );
  const handler = administrationHandler as AnyHandler;
  const read = (exchange: KeyExchange): Promise<object> => {
    const scope = new OrganizationScope(services.db, exchange.credential.organizationId);
    return handler(scope, callOf(exchange), callerOf(exchange, scope));
  };
  if (method === 'GET') return handleRead(read);
  if (changes === false) return handleChangeless(services, async () => undefined, read);
  return handleMutation(
    services,
    reauthenticate,
    (change, exchange) => handler(change, callOf(exchange), callerOf(exchange, change.scope)),
    beforeChange(services, id),
  );
}

function callerOf(exchange: CallerExchange, scope: OrganizationScope): Caller {
  return { access: unrestricted(scope), actor: sourceOf(exchange).actor };
}
