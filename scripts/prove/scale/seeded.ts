import { hash } from 'node:crypto';
import { sql } from '../../../server/test-kit/index.ts';

/** How much is put into a database. Keys and records are spread over the organizations. */
export interface Amounts {
  readonly organizations: number;
  readonly keys: number;
  readonly records: number;
  /** Calls that a key makes one after the other before it rests. With one, nearly every record has an hour and a day of its own in the sums. */
  readonly callsInARow?: number;
}

const DAY_MS = 86_400_000;
/** The longest report. */
export const REPORT_DAYS = 31;

/** The secret of a seeded key, as `seed` makes it. Key `n` belongs to organization `n % organizations`. */
export function seededSecret(n: number): string {
  return `sk_live_${hash('md5', `key ${n}`)}${hash('md5', `half ${n}`)}`;
}

export function seededOrganization(n: number): string {
  return `org_${String(n).padStart(26, '0')}`;
}

/** The midnight, UTC, before which everything seeded happened: no window but the month is open. */
export function seededUntilMs(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS;
}

/** An id as SQL, of a number that is an expression. */
export const seededId = (prefix: string, number: string) =>
  sql.raw(`'${prefix}_' || lpad((${number})::text, 26, '0')`);
