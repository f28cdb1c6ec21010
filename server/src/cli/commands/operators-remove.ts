import { loadEnvironment } from '#config';
import { removeOperator } from '#features/operators';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

export async function operatorsRemove({ args: [email = ''], terminal }: Invocation): Promise<ExitCode> {
  const { isByProvider } = await runInServiceOrDatabase(
    loadEnvironment(),
    'POST /operators/remove',
    { email },
    ({ db }, nowMs) => removeOperator(db, email, nowMs),
  );
  terminal.out(
    `Removed ${email}. Keys they made keep working: revoke them with svc operators keys revoke ID.`,
  );
  if (isByProvider)
    terminal.out(
      'They come in through operators.sso again while their groups have a role: take them out of the groups too.',
    );
  return OK;
}
