import type { Kysely } from 'kysely';
import { ApiError, type Route, type RouteList, type RouteSetting } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { RouteName } from '#engine';
import type { OperatorChange } from '#features/module';
import { toTimestamp } from '#kit';
import { signalOnCommit, type Tables } from '#store';
import { routeKey } from './route-key.ts';
import { ROUTES_CHANGED, type RoutesOutOfService } from './routes-out-of-service.ts';
import {
  findRouteOutOfService,
  findRoutesOutOfService,
  putRouteInService,
  putRouteOutOfService,
  type RouteOutOfService,
} from './store.ts';

type Configured = Pick<DeploymentConfig, 'models'>;

/** Routes of the configuration in its order, then what is set for others. */
export async function listRoutes(db: Kysely<Tables>, deployment: Configured): Promise<RouteList> {
  const out = new Map((await findRoutesOutOfService(db)).map((row) => [routeKey(row), row]));
  const configured = new Map(routesOf(deployment).map((route) => [routeKey(route), route]));
  const left = [...out].flatMap(([name, row]) => (configured.has(name) ? [] : [toRoute(row, row, false)]));
  const routes = [...configured].map(([name, route]) => toRoute(route, out.get(name), true));
  return { type: 'route_list', routes: [...routes, ...left] };
}

export async function readRoute(
  db: Kysely<Tables>,
  deployment: Configured,
  route: RouteName,
): Promise<Route> {
  const out = await findRouteOutOfService(db, route);
  const isConfigured = routesOf(deployment).some((one) => routeKey(one) === routeKey(route));
  if (!out && !isConfigured) throw new ApiError('route_not_found');
  return toRoute(route, out, isConfigured);
}

interface SetRouteDeps {
  readonly change: OperatorChange;
  readonly deployment: Configured;
  readonly routesOut: RoutesOutOfService;
}

/** An unchanged value is neither written nor logged. */
export async function setRoute(
  { change, deployment, routesOut }: SetRouteDeps,
  route: RouteName,
  { in_service: inService, reason }: RouteSetting,
): Promise<Route> {
  const { db, nowMs } = change;
  const before = await readRoute(db, deployment, route);
  if (before.in_service === inService && before.reason === reason) return before;
  if (inService) await putRouteInService(db, route);
  else await putRouteOutOfService(db, route, reason, nowMs);
  await signalOnCommit(db, ROUTES_CHANGED);
  change.whenCommitted.push(routesOut.committed);
  await change.note({
    event: inService ? 'route.put_in_service' : 'route.taken_out_of_service',
    resource: { type: 'route', id: `${route.engine}: ${route.model}` },
    changes: {
      in_service: { from: before.in_service, to: inService },
      reason: { from: before.reason, to: reason },
    },
  });
  const out = inService ? undefined : await findRouteOutOfService(db, route);
  return toRoute(route, out, before.is_configured);
}

function routesOf({ models }: Configured): RouteName[] {
  return models.flatMap(({ id, routes }) => routes.map(({ engine }) => ({ model: id, engine })));
}

function toRoute(
  { model, engine }: RouteName,
  out: RouteOutOfService | undefined,
  isConfigured: boolean,
): Route {
  return {
    type: 'route',
    model,
    engine,
    in_service: out === undefined,
    reason: out?.reason ?? null,
    taken_out_at: out ? toTimestamp(out.created_at) : null,
    is_configured: isConfigured,
  };
}
