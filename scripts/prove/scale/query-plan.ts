import type { Tables } from '../../../server/src/store/index.ts';
import { sql, type Kysely, type RawBuilder } from '../../../server/test-kit/index.ts';

const STEP = /^\s*(?:->\s*)?((?:\w+ )*(?:Scan|Aggregate)\b[^(]*)/;

/** How the server would read a query: its scans and aggregates, outermost first. */
export async function queryPlan(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
  return rows.flatMap((row) => STEP.exec(row['QUERY PLAN'])?.[1]?.trim() ?? []).join(', ');
}
