import { loadEnvironment } from '#config';
import { dropUsage, parseMonth } from '#features/billing';
import { type Invocation, UsageError } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

const MEGABYTE = 1_000_000;

export async function usageDrop({ flags, terminal }: Invocation): Promise<ExitCode> {
  const { before } = flags;
  const beforeMs = typeof before === 'string' ? parseMonth(before) : undefined;
  if (typeof before !== 'string' || beforeMs === undefined)
    throw new UsageError('--before must be a month, YYYY-MM.');
  const { dropped } = await runInServiceOrDatabase(
    loadEnvironment(),
    'POST /usage/drop',
    { before },
    (store, nowMs) =>
      store.withoutTimeLimits(async (db) => ({ dropped: await dropUsage(db, beforeMs, nowMs) })),
  );
  for (const { month, bytes } of dropped)
    terminal.out(`Dropped ${month} (${(bytes / MEGABYTE).toFixed(1)} MB).`);
  if (dropped.length === 0) terminal.out(`There are no records of months before ${before}.`);
  return OK;
}
