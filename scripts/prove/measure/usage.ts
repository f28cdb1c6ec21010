import type { Store } from '../../../server/src/store/index.ts';

export interface UsageComparison {
  readonly records: number;
  /** Finished calls with a record. */
  readonly matched: number;
  /** Records of calls whose final event did not arrive: they were cut after output. Allowed. */
  readonly extra: number;
  /** Finished calls without a record. */
  readonly missing: readonly string[];
  /** Request ids, finished or not, with more than one record. */
  readonly repeated: readonly string[];
}

/** The request ids of all usage records, repeated ones as often as they are there. */
export async function readUsage(store: Store): Promise<string[]> {
  const rows = await store.withoutTimeLimits((db) =>
    db.selectFrom('usage_records').select('request_id').execute(),
  );
  return rows.map((row) => row.request_id);
}

export function compareUsage(finished: readonly string[], recorded: readonly string[]): UsageComparison {
  const records = new Set<string>();
  const repeated = recorded.filter((id) => records.size === records.add(id).size);
  const missing = finished.filter((id) => !records.has(id));
  const matched = finished.length - missing.length;
  return { records: recorded.length, matched, extra: records.size - matched, missing, repeated };
}
