import { type Environment, loadEnvironment } from '#config';
import { type DroppedMonth, dropUsage, parseMonth } from '#features/billing';
import { createClock } from '#kit';
import { controlClient } from '../../control/index.ts';
import { type Invocation, UsageError } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { withDatabase } from '../with-database.ts';

const MEGABYTE = 1_000_000;

export async function usageDrop({ flags, terminal }: Invocation): Promise<ExitCode> {
  const { before } = flags;
  if (typeof before !== 'string' || parseMonth(before) === undefined)
    throw new UsageError('--before must be a month, YYYY-MM.');
  const dropped = await drop(loadEnvironment(), before);
  for (const { month, bytes } of dropped)
    terminal.out(`Dropped ${month} (${(bytes / MEGABYTE).toFixed(1)} MB).`);
  if (dropped.length === 0) terminal.out(`There are no records of months before ${before}.`);
  return OK;
}

async function drop(environment: Environment, before: string): Promise<readonly DroppedMonth[]> {
  const client = await controlClient(environment.dataDir);
  if (client)
    return ((await client.call('POST /usage/drop', { before })) as { dropped: DroppedMonth[] }).dropped;
  return withDatabase(environment, (store) =>
    store.withoutTimeLimits((db) => dropUsage(db, parseMonth(before)!, createClock().nowMs())),
  );
}
