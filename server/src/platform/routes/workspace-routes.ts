import { WORKSPACE_OPERATIONS, type WorkspaceOperation } from '@svc/contract';
import type { KeyExchange, Step } from '#exchange';
import { answerChange, answerRead } from '#features/changes';
import type { ResourceCaller, WorkspaceHandlers } from '#features/module';
import type { Route } from '#http';
import { workspaceResources } from '#pipelines';
import { WorkspaceScope, type Store } from '#store';
import { callOf, type AnyHandler } from './call.ts';
import { handlersOf } from './handlers-of.ts';
import type { AppServices } from '../app-services.ts';

type AnyStreamedHandler = WorkspaceHandlers['createFile'];

export function workspaceRoutes(services: AppServices): Route[] {
  const handlers: WorkspaceHandlers = handlersOf(services.modules, 'workspace');
  return WORKSPACE_OPERATIONS.map((operation: WorkspaceOperation) => {
    // Which call belongs to which handler is known by the type above, and lost where they stand in one list.
    const handler: unknown = handlers[operation.id as keyof WorkspaceHandlers];
    return {
      operation,
      answer: workspaceResources(services, operation, stepOf(services, operation, handler)),
    };
  });
}

function stepOf(
  services: AppServices,
  { method, transfer }: WorkspaceOperation,
  handler: unknown,
): Step<KeyExchange> {
  const { db } = services;
  if (transfer === 'streamed')
    return (exchange) => (handler as AnyStreamedHandler)(exchange, callerOf(exchange, db));
  const answer = handler as AnyHandler;
  if (method === 'GET') {
    return answerRead((exchange) => {
      const caller = callerOf(exchange, db);
      return answer(caller.workspace, callOf(exchange), caller);
    });
  }
  // The request path has judged the key just before, and nothing is asked here that a role could allow.
  return answerChange(
    services,
    () => Promise.resolve(),
    (change, exchange) => answer(change, callOf(exchange), callerOf(exchange, change.scope.db)),
  );
}

/** A private key has a workspace. */
function callerOf({ credential }: KeyExchange, db: Store['db']): ResourceCaller {
  const { organizationId, workspaceId, zeroDataRetention } = credential;
  return {
    workspace: new WorkspaceScope(db, organizationId, workspaceId ?? ''),
    zeroDataRetention,
    // The request path has judged the key, and no role could have changed meanwhile.
    authorizeAgain: () => Promise.resolve(),
  };
}
