import { loadEnvironment } from '#config';
import { removeOperator } from '#features/operators';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { operate } from '../operate.ts';

export async function operatorsRemove({ args: [email = ''], terminal }: Invocation): Promise<ExitCode> {
  await operate(loadEnvironment(), 'POST /operators/remove', { email }, (db, nowMs) =>
    removeOperator(db, email, nowMs),
  );
  terminal.out(
    `Removed ${email}. Keys they made keep working: revoke them with svc operators keys revoke ID.`,
  );
  return OK;
}
