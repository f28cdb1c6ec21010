import { type Environment, loadEnvironment } from '#config';
import { revokeKey } from '#features/keys';
import { createClock } from '#kit';
import { controlClient } from '../../control/index.ts';
import { announce } from '../announce.ts';
import { type Invocation, UsageError } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { withDatabase } from '../with-database.ts';

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

async function revoke(environment: Environment, target: string): Promise<Revoked> {
  const client = await controlClient(environment.dataDir);
  if (client) return (await client.call('POST /keys/revoke', { target })) as unknown as Revoked;
  const revoked = await withDatabase(environment, ({ db }) => revokeKey(db, target, createClock().nowMs()));
  await announce(environment, [revoked]);
  return revoked;
}
