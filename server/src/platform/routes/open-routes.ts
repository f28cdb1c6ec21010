import type { RouteTable } from '#http';
import type { AppServices } from '../app-services.ts';
import { buildRoutes } from './build-routes.ts';

/** The first call must not go to an engine that is out of service. */
export async function openRoutes(services: AppServices): Promise<RouteTable> {
  await services.routesOut.read();
  return buildRoutes(services);
}
