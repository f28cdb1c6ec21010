import type { TrafficQuery } from '@svc/contract';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '#store';
import type { Span } from '../resolutions.ts';

/** What the calls of one model, engine, node, code or route came to, in one point. */
export type TrafficRow = Omit<Selectable<Tables['traffic']>, 'resolution_s' | 'split_by'>;

/** Of each point and group, as far as there were calls. */
export async function findTraffic(
  db: Kysely<Tables>,
  { pointMs, startMs, endMs }: Span,
  split: TrafficQuery['group_by'],
): Promise<readonly TrafficRow[]> {
  const rows = await db
    .selectFrom('traffic')
    .select(['starts_at', 'name', 'requests', 'errors', 'input_tokens', 'output_tokens'])
    .select(['cached_input_tokens', 'cache_write_tokens', 'cache_saved_nanos'])
    // As text: the server takes three times as long to make JSON of an array.
    .select([sql<string>`first_output::text`.as('first_output'), sql<string>`duration::text`.as('duration')])
    .where('resolution_s', '=', pointMs / 1000)
    .where('split_by', '=', split)
    .where('starts_at', '>=', startMs)
    .where('starts_at', '<', endMs)
    .execute();
  return rows.map((row) => ({
    ...row,
    first_output: parseArray(row.first_output),
    duration: parseArray(row.duration),
  }));
}

/** The text of an array of numbers, such as `{1,2}`. */
function parseArray(text: string): number[] {
  return JSON.parse(`[${text.slice(1, -1)}]`) as number[];
}
