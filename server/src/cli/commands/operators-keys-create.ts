import { loadEnvironment } from '#config';
import { createKeyByCommand } from '#features/operators';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';
import { readRole, roleName } from '../operator-role.ts';

export async function operatorsKeysCreate({
  args: [name = ''],
  flags,
  terminal,
}: Invocation): Promise<ExitCode> {
  const { 'allowed-ips': ips, role: given } = flags;
  const role = readRole(given);
  const allowedIps = typeof ips === 'string' ? ips.split(',').map((entry) => entry.trim()) : [];
  const key = await runInServiceOrDatabase(
    loadEnvironment(),
    'POST /operators/keys/create',
    { name, role, allowedIps },
    ({ db }, nowMs) => createKeyByCommand(db, { name, role, allowed_ips: allowedIps }, nowMs),
  );
  terminal.out(`Created ${key.id} "${key.name}" (${roleName(key.role)}):`);
  terminal.out(`\n  ${key.secret}\n`);
  terminal.out('The key is shown only once.');
  return OK;
}
