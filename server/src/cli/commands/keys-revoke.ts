import { type Environment, loadEnvironment } from '#config';
import { revokeKey } from '#features/keys';
import { announce } from '../announce.ts';
import { type Invocation, UsageError } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

export async function keysRevoke({ args, terminal }: Invocation): Promise<ExitCode> {
  const [given = ''] = args;
  const target = given === '-' ? (await terminal.readInput()).trim() : given;
  if (target === '') throw new UsageError('TARGET is empty.');
  const { id, name, kind, alreadyRevoked } = await revoke(loadEnvironment(), target);
  terminal.out(
    alreadyRevoked ? `${id} "${name}" (${kind}) was already revoked.` : `Revoked ${id} "${name}" (${kind}).`,
  );
  return OK;
}

interface Revoked {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly alreadyRevoked: boolean;
}

function revoke(environment: Environment, target: string): Promise<Revoked> {
  return runInServiceOrDatabase(environment, 'POST /keys/revoke', { target }, async ({ db }, nowMs) => {
    const revoked = await revokeKey(db, target, nowMs);
    await announce(environment, [revoked]);
    return revoked;
  });
}
