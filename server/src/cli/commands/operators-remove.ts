import { loadEnvironment } from '#config';
import { removeOperator } from '#features/operators';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

export async function operatorsRemove({ args: [email = ''], terminal }: Invocation): Promise<ExitCode> {
  await runInServiceOrDatabase(loadEnvironment(), 'POST /operators/remove', { email }, ({ db }, nowMs) =>
    removeOperator(db, email, nowMs),
  );
  terminal.out(
    `Removed ${email}. Keys they made keep working: revoke them with svc operators keys revoke ID.`,
  );
  return OK;
}
