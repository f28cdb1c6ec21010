import { type Environment, loadEnvironment } from '#config';
import { showRequest, type ShownRequest } from '#features/reports';
import { controlClient } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import { type ExitCode, FAILED, OK } from '../exit-codes.ts';
import { withDatabase } from '../with-database.ts';

/** The record of a request of any organization, with the class of what went wrong at the engine, which no page shows. */
export async function requestsShow({ args, terminal }: Invocation): Promise<ExitCode> {
  const id = args[0]!;
  const request = await show(loadEnvironment(), id);
  if (request === null) {
    terminal.err(`There is no record of ${id}.`);
    return FAILED;
  }
  const facts = Object.entries(request).filter(([, value]) => value !== null);
  const width = Math.max(...facts.map(([name]) => name.length));
  for (const [name, value] of facts) terminal.out(`${name.padEnd(width)}  ${value}`);
  return OK;
}

async function show(environment: Environment, id: string): Promise<ShownRequest | null> {
  const client = await controlClient(environment.dataDir);
  if (client)
    return ((await client.call('POST /requests/show', { id })) as { request: ShownRequest | null }).request;
  return withDatabase(environment, (store) => store.withoutTimeLimits((db) => showRequest(db, id)));
}
