import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createClock, DAY_MS } from '#kit';
import { requestWeek, usageMonth } from '../../src/store/index.ts';

const MIGRATIONS = new URL('../../src/store/migrations/', import.meta.url);
const clock = createClock();

/** Another one when a migration changes, or how they are applied, or with the month or week. `more` goes into it, too. */
export async function preparedSchemaDigest(more = new Uint8Array()): Promise<string> {
  const files = ['migrate.ts', 'usage-months.ts', 'request-weeks.ts'].map(
    (name) => new URL(`../${name}`, MIGRATIONS),
  );
  for (const name of (await readdir(MIGRATIONS)).toSorted()) files.push(new URL(name, MIGRATIONS));
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  const nowMs = clock.nowMs();
  hash.update(`${usageMonth(nowMs)} ${requestWeek(nowMs)} ${requestWeek(nowMs + DAY_MS)}`);
  return hash.update(more).digest('hex').slice(0, 16);
}
