import { sql, type Kysely } from 'kysely';
import { toPreciseTimestamp, type Tables } from '#store';

export interface CountedAttempts {
  /** This one included. */
  readonly attempts: number;
  readonly windowStartsAtMs: number;
}

/** A window begins with the first attempt. Statements about one subject wait for each other. */
export async function countAttempt(
  db: Kysely<Tables>,
  subject: Buffer,
  windowMs: number,
  nowMs: number,
): Promise<CountedAttempts> {
  const isOver = sql<boolean>`sign_in_attempts.window_starts_at <= ${toPreciseTimestamp(nowMs - windowMs)}::timestamptz`;
  const row = await db
    .insertInto('sign_in_attempts')
    .values({ subject, attempts: 1, window_starts_at: nowMs })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        attempts: sql`case when ${isOver} then 1 else least(sign_in_attempts.attempts + 1, 1000000) end`,
        window_starts_at: sql`case when ${isOver} then excluded.window_starts_at else sign_in_attempts.window_starts_at end`,
      }),
    )
    .returning(['attempts', 'window_starts_at'])
    .executeTakeFirstOrThrow();
  return { attempts: row.attempts, windowStartsAtMs: row.window_starts_at };
}

export async function uncountAttempt(db: Kysely<Tables>, subject: Buffer): Promise<void> {
  const counted = db.updateTable('sign_in_attempts').set((eb) => ({ attempts: eb('attempts', '-', 1) }));
  await counted.where('subject', '=', subject).where('attempts', '>', 0).execute();
}

/** False when there were none. */
export async function forgetAttempts(db: Kysely<Tables>, subject: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_attempts')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
