import { COMPAT_RESOURCE_OPERATIONS, WORKSPACE_OPERATIONS, type WorkspaceOperation } from '@svc/contract';
import { sequence, type HttpExchange, type KeyExchange, type Step } from '#exchange';
import { requireEnabled } from '#features/compat';
import { handleMutation, handleRead } from '#features/mutations';
import type { ResourceCaller, WorkspaceHandlers } from '#features/module';
import type { Route } from '#http';
import { reauthenticateInTransaction, workspaceResources } from '#pipelines';
import { WorkspaceScope, type Store } from '#store';
import { beforeChange } from './before-change.ts';
import { callOf, type AnyHandler } from './call.ts';
import { handlersOf } from './handlers-of.ts';
import type { AppServices } from '../app-services.ts';

type AnyStreamedHandler = WorkspaceHandlers['createFile'];

export function workspaceRoutes(services: AppServices): Route[] {
  const handlers: WorkspaceHandlers = handlersOf(services.modules, 'workspace');
  const routeOf = (operation: WorkspaceOperation): Route => {
    // The type above says which call belongs to which handler; in a list it is lost.
    const handler: unknown = handlers[operation.id as keyof WorkspaceHandlers];
    return {
      operation,
      handle: workspaceResources(services, operation, stepOf(services, operation, handler)),
    };
  };
  const isEnabled = requireEnabled(() => services.deployment().compat, 'openai');
  return [
    ...WORKSPACE_OPERATIONS.map(routeOf),
    ...COMPAT_RESOURCE_OPERATIONS.map(routeOf).map((route) => ({
      ...route,
      handle: sequence<HttpExchange>()(isEnabled, route.handle),
    })),
  ];
}

function stepOf(
  services: AppServices,
  { id, method, transfer }: WorkspaceOperation,
  handler: unknown,
): Step<KeyExchange> {
  const { db } = services;
  if (transfer === 'streamed') {
    const reauthenticate = reauthenticateInTransaction(services);
    return (exchange) =>
      (handler as AnyStreamedHandler)(exchange, {
        ...callerOf(exchange, db),
        authorizeAgain: (scope) => reauthenticate(scope, exchange),
      });
  }
  const step = handler as AnyHandler;
  if (method === 'GET') {
    return handleRead((exchange) => {
      const caller = callerOf(exchange, db);
      return step(caller.workspace, callOf(exchange), caller);
    });
  }
  // The request path has just verified the key, after the body arrived, and no role is involved.
  return handleMutation(
    services,
    () => Promise.resolve(),
    (change, exchange: KeyExchange) => step(change, callOf(exchange), callerOf(exchange, change.scope.db)),
    beforeChange(services, id),
  );
}

/** A private key has a workspace. */
function callerOf({ credential, betas, version }: KeyExchange, db: Store['db']): ResourceCaller {
  const { organizationId, workspaceId, zeroDataRetention } = credential;
  return {
    workspace: new WorkspaceScope(db, organizationId, workspaceId ?? ''),
    credential,
    zeroDataRetention,
    // A key carries no role (SHARE-17).
    reach: 'all',
    betas,
    version,
    // The request path has just verified the key, and no role is involved.
    authorizeAgain: () => Promise.resolve(),
  };
}
