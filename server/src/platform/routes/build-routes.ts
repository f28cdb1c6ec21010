import { COMPAT_OPERATIONS, INFERENCE_OPERATIONS, isPublicOperation, OAUTH_OPERATIONS } from '@svc/contract';
import { sequence, type HttpExchange, type Step } from '#exchange';
import { oauthHandlers } from '#features/oauth';
import { createRouteTable, type Route, type RouteTable } from '#http';
import { compatHandlers, inferenceHandlers, limitNetworkRate, oauth } from '#pipelines';
import { administrationRoutes } from './administration-routes.ts';
import { consoleResourceRoutes } from './console-resource-routes.ts';
import { consoleRoutes } from './console-routes.ts';
import type { AppServices } from '../app-services.ts';
import { directoryRoutes } from './directory-routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { singleSignOnRoutes } from './single-sign-on-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

/** Every operation and what answers it. The type makes an operation without an answer a compile error. */
export function buildRoutes(services: AppServices): RouteTable {
  const handlers = inferenceHandlers(services);
  const inferenceRoutes = INFERENCE_OPERATIONS.map((operation) => ({
    operation,
    handle: handlers[operation.id],
  }));
  const compat = compatHandlers(services);
  const routes = [
    ...inferenceRoutes,
    ...COMPAT_OPERATIONS.map((operation) => ({ operation, handle: compat[operation.id] })),
    ...administrationRoutes(services),
    ...workspaceRoutes(services),
    ...signInRoutes(services),
    ...singleSignOnRoutes(services),
    ...consoleRoutes(services),
    ...consoleResourceRoutes(services),
    ...operatorRoutes(services),
    ...directoryRoutes(services),
  ];
  return createRouteTable([
    ...limitPublicOperations(routes, limitNetworkRate(services, 'unauthenticated')),
    // Counted separately: programs that poll for approval must not keep people from signing in.
    ...limitPublicOperations(oauthRoutes(services), limitNetworkRate(services, 'oauth')),
  ]);
}

/** Puts the limit before every operation without a credential: none can be added without it. */
function limitPublicOperations(routes: readonly Route[], limit: Step<HttpExchange>): Route[] {
  return routes.map((route) =>
    isPublicOperation(route.operation)
      ? { ...route, handle: sequence<HttpExchange>()(limit, route.handle) }
      : route,
  );
}

function oauthRoutes(services: AppServices): Route[] {
  const steps = oauthHandlers(services.codeSignIn);
  return OAUTH_OPERATIONS.map((operation) => ({
    operation,
    handle: oauth(services, operation, steps[operation.id]),
  }));
}
