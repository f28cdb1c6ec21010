import { sql, type Kysely } from 'kysely';
import { ANNOUNCEMENTS_NAME, type Tables } from '#store';

/** How many processes are connected to hear announcements of this database, this one included. */
export async function countListeningProcesses(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ processes: number }>`
    select count(*)::int as processes from pg_stat_activity
    where datname = current_database() and application_name = ${ANNOUNCEMENTS_NAME}`.execute(db);
  return rows[0]!.processes;
}
