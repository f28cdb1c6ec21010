import { loadEnvironment } from '#config';
import { revokeKeyByCommand } from '#features/operators';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

export async function operatorsKeysRevoke({ args: [id = ''], terminal }: Invocation): Promise<ExitCode> {
  const { name } = await runInServiceOrDatabase(
    loadEnvironment(),
    'POST /operators/keys/revoke',
    { id },
    ({ db }, nowMs) => revokeKeyByCommand(db, id, nowMs),
  );
  terminal.out(`Revoked ${id} "${name}".`);
  return OK;
}
