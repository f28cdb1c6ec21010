import { loadEnvironment } from '#config';
import { listOperators } from '#features/operators';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';
import { roleName } from '../operator-role.ts';

export async function operatorsList({ terminal }: Invocation): Promise<ExitCode> {
  const { operators } = await runInServiceOrDatabase(
    loadEnvironment(),
    'POST /operators/list',
    {},
    async ({ db }) => ({
      operators: await listOperators(db),
    }),
  );
  if (operators.length === 0) terminal.out('There are no operators. Add one with svc operators add EMAIL.');
  for (const { email, role, name, isSetUp, isByProvider } of operators)
    terminal.out(
      `${email}  ${roleName(role)}  ${isSetUp ? name : 'not set up yet'}${isByProvider ? '  by single sign-on' : ''}`,
    );
  return OK;
}
