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
  return db
    .selectFrom('traffic')
    .select(['starts_at', 'name', 'requests', 'errors', 'input_tokens', 'output_tokens'])
    .select([
      sql<number[]>`to_jsonb(first_output)`.as('first_output'),
      sql<number[]>`to_jsonb(duration)`.as('duration'),
    ])
    .where('resolution_s', '=', pointMs / 1000)
    .where('split_by', '=', split)
    .where('starts_at', '>=', startMs)
    .where('starts_at', '<', endMs)
    .execute();
}
