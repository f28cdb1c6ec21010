import { loadEnvironment } from '#config';
import { showRequest } from '#features/reports';
import type { Invocation } from '../command.ts';
import { type ExitCode, FAILED, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

/** The record of a request of any organization, with the class of what went wrong at the engine, which no page shows. */
export async function requestsShow({ args, terminal }: Invocation): Promise<ExitCode> {
  const id = args[0]!;
  const { request } = await runInServiceOrDatabase(
    loadEnvironment(),
    'POST /requests/show',
    { id },
    (store) => store.withoutTimeLimits(async (db) => ({ request: await showRequest(db, id) })),
  );
  if (request === null) {
    terminal.err(`There is no record of ${id}.`);
    return FAILED;
  }
  const facts = Object.entries(request).filter(([, value]) => value !== null);
  const width = Math.max(...facts.map(([name]) => name.length));
  for (const [name, value] of facts) terminal.out(`${name.padEnd(width)}  ${value}`);
  return OK;
}
