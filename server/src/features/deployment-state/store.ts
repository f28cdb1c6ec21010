import type { Kysely, Selectable } from 'kysely';
import type { RouteName } from '#engine';
import type { Tables } from '#store';

export type RouteOutOfService = Selectable<Tables['routes_out_of_service']>;

export function findRoutesOutOfService(db: Kysely<Tables>): Promise<RouteOutOfService[]> {
  return db.selectFrom('routes_out_of_service').selectAll().orderBy('model').orderBy('engine').execute();
}

export function findRouteOutOfService(
  db: Kysely<Tables>,
  { model, engine }: RouteName,
): Promise<RouteOutOfService | undefined> {
  return db
    .selectFrom('routes_out_of_service')
    .selectAll()
    .where('model', '=', model)
    .where('engine', '=', engine)
    .executeTakeFirst();
}

/** For a route that is already out, another reason: since when it is out stays. */
export async function putRouteOutOfService(
  db: Kysely<Tables>,
  route: RouteName,
  reason: string | null,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('routes_out_of_service')
    .values({ model: route.model, engine: route.engine, reason, created_at: nowMs })
    .onConflict((conflict) => conflict.columns(['model', 'engine']).doUpdateSet({ reason }))
    .execute();
}

export async function putRouteInService(db: Kysely<Tables>, { model, engine }: RouteName): Promise<void> {
  await db
    .deleteFrom('routes_out_of_service')
    .where('model', '=', model)
    .where('engine', '=', engine)
    .execute();
}
