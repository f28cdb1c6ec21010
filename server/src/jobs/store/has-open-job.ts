import { sql, type RawBuilder } from 'kysely';

/** For a query of what has jobs: whether one of the kind, whose key is `id`, will still run. `id`: a column, as `files.id`. */
export function hasOpenJob(kind: string, id: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from jobs where jobs.key = ${sql.ref(id)} and jobs.kind = ${kind} and jobs.failed_at is null)`;
}
