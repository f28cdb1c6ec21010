import type { Environment } from '#config';
import { createClock } from '#kit';
import type { Store } from '#store';
import { controlClient, type ControlRoute } from '../control/index.ts';
import { withDatabase } from './with-database.ts';

/**
 * Has the running service carry out an operation; where none runs, `directly` does it in the database.
 * `Result` must be what the handler of the route answers (control-handlers.ts): JSON, so only the types are known to agree.
 */
export async function runInServiceOrDatabase<Result extends object>(
  environment: Environment,
  route: ControlRoute,
  body: object,
  directly: (store: Store, nowMs: number) => Promise<Result>,
): Promise<Result> {
  const client = await controlClient(environment.dataDir);
  if (client) return (await client.call(route, { ...body })) as unknown as Result;
  return withDatabase(environment, (store) => directly(store, createClock().nowMs()));
}
