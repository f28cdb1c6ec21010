import { ADMINISTRATION_OPERATIONS } from '@svc/contract';
import type { KeyExchange, Step } from '#exchange';
import { answerChange, answerRead } from '#features/changes';
import { unrestricted, type AdministrationHandlers } from '#features/module';
import type { Route } from '#http';
import { administration, reauthenticateInTransaction } from '#pipelines';
import { OrganizationScope } from '#store';
import { callOf, type AnyHandler } from './call.ts';
import { handlersOf } from './handlers-of.ts';
import type { AppServices } from '../app-services.ts';

export function administrationRoutes(services: AppServices): Route[] {
  const handlers: AdministrationHandlers = handlersOf(services.modules, 'administration');
  return ADMINISTRATION_OPERATIONS.map((operation) => {
    // Which call belongs to which handler is known by the type above, and lost where they stand in one list.
    const handler = handlers[operation.id] as AnyHandler;
    return {
      operation,
      answer: administration(services, operation, stepOf(services, operation.method === 'GET', handler)),
    };
  });
}

/** Admin keys reach everything of their organization. */
function stepOf(services: AppServices, reads: boolean, handler: AnyHandler): Step<KeyExchange> {
  if (reads) {
    return answerRead((exchange) => {
      const scope = new OrganizationScope(services.db, exchange.credential.organizationId);
      return handler(scope, callOf(exchange), { access: unrestricted(scope) });
    });
  }
  return answerChange(services, reauthenticateInTransaction(services), (change, exchange) =>
    handler(change, callOf(exchange), { access: unrestricted(change.scope) }),
  );
}
