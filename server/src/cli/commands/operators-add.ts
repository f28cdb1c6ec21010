import { loadEnvironment } from '#config';
import { addOperator } from '#features/operators';
import { type Invocation, UsageError } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';
import { toAddedOperatorResponse } from '../operator-handlers.ts';
import { readRole, roleName } from '../operator-role.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Makes somebody an operator, with the link by which they set up password and authenticator app. */
export async function operatorsAdd({ args: [email = ''], flags, terminal }: Invocation): Promise<ExitCode> {
  if (!EMAIL.test(email)) throw new UsageError('EMAIL must be an email address.');
  const operator = { email, role: readRole(flags['role']) };
  const environment = loadEnvironment();
  const added = await runInServiceOrDatabase(
    environment,
    'POST /operators/add',
    operator,
    async ({ db }, nowMs) =>
      toAddedOperatorResponse(environment.baseUrl, await addOperator(db, operator, nowMs)),
  );
  terminal.out(
    added.wasReset
      ? `${added.email} (${roleName(added.role)}) was reset. They set up their sign-in again at:`
      : `${added.email} is now ${added.role === 'operator' ? 'an operator' : 'a viewer'}. They set up their sign-in at:`,
  );
  terminal.out(`\n  ${added.link}\n`);
  terminal.out(`The link works once, until ${added.expiresAt}. It is shown only once.`);
  return OK;
}
