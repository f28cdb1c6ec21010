import type { Kysely } from 'kysely';
import type { Environment } from '#config';
import { createClock } from '#kit';
import type { Tables } from '#store';
import { controlClient, type ControlRoute } from '../control/index.ts';
import { withDatabase } from './with-database.ts';

/** Has the running service do it; where none runs, does it in the database. Both answer alike. */
export async function operate<Answer extends object>(
  environment: Environment,
  route: ControlRoute,
  body: object,
  directly: (db: Kysely<Tables>, nowMs: number) => Promise<Answer>,
): Promise<Answer> {
  const client = await controlClient(environment.dataDir);
  // What our own service answers to this route.
  if (client) return (await client.call(route, { ...body })) as unknown as Answer;
  return withDatabase(environment, ({ db }) => directly(db, createClock().nowMs()));
}
