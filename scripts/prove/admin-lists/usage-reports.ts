import { LIMITS } from '../../../contract/src/index.ts';
import { unrestricted } from '../../../server/src/features/module/index.ts';
import { reportCost, reportUsage, reportUsageSeries } from '../../../server/src/features/reports/index.ts';
import type { Store } from '../../../server/src/store/index.ts';
import { sql } from '../../../server/test-kit/index.ts';
import { report } from '../proof.ts';
import { REPORT_DAYS, seededOrganization, seededUntilMs } from '../scale/seeded.ts';
import { timeResponse } from './timed-response.ts';

const SLOWEST_MS = 300;
const DAY_MS = 86_400_000;
/** The longest reports there are, by the width of their buckets. */
const SPANS = {
  '1d': { days: REPORT_DAYS, limit: '31' },
  '1h': { days: 7, limit: '168' },
  '1m': { days: 1, limit: '1440' },
} as const;
const GROUPINGS = [
  [],
  ['model'],
  ['api_key_id', 'model'],
  ['workspace_id', 'api_key_id', 'model', 'endpoint', 'billing_source'],
] as const;

/** Reports of the organization with the most records; gives those that took too long. */
export async function readUsageReports(store: Store): Promise<string[]> {
  const organization = seededOrganization(0);
  const counts = sql<{ all: number; own: number }>`
    select sum(requests)::bigint as all, (sum(requests) filter (where organization_id = ${organization}))::bigint as own from usage_days`;
  const { rows } = await store.withoutTimeLimits((db) => counts.execute(db));
  const { db } = store;
  report('records', { 'in all': rows[0]!.all, 'of the organization': rows[0]!.own });
  const slow: string[] = [];
  for (const [width, { days, limit }] of Object.entries(SPANS)) {
    const span = { starting_at: seededUntilMs() - days * DAY_MS, ending_at: seededUntilMs(), limit };
    for (const groups of GROUPINGS) {
      const query = { ...span, bucket_width: width as keyof typeof SPANS, 'group_by[]': [...groups] };
      const name = `usage of ${days} days by ${width}, grouped by ${groups.join(', ') || 'nothing'}`;
      slow.push(
        ...(await timeResponse(db, organization, name, SLOWEST_MS, (scope) =>
          reportUsage(unrestricted(scope), query, LIMITS, seededUntilMs()),
        )),
      );
    }
  }
  const query = {
    starting_at: seededUntilMs() - REPORT_DAYS * DAY_MS,
    ending_at: seededUntilMs(),
    limit: '31',
    bucket_width: '1d',
  } as const;
  const cost = { ...query, 'group_by[]': ['workspace_id', 'description'] } as const;
  const ask = { ...cost, 'group_by[]': [...cost['group_by[]']] };
  slow.push(
    ...(await timeResponse(db, organization, 'cost of 31 days', SLOWEST_MS, (scope) =>
      reportCost(unrestricted(scope), ask, LIMITS, seededUntilMs()),
    )),
  );
  slow.push(...(await readUsageSeries(store, organization)));
  return slow;
}

/** What charts of the Console show. */
async function readUsageSeries({ db }: Store, organization: string): Promise<string[]> {
  const names = {
    keys: 'unrestricted',
    adminKeys: 'unrestricted',
    members: 'unrestricted',
    userId: '',
  } as const;
  const slow: string[] = [];
  for (const [bucket, days] of [
    ['hour', 2],
    ['day', REPORT_DAYS],
    ['week', 365],
  ] as const) {
    for (const grouping of ['model', 'api_key_id', 'status'] as const) {
      const query = {
        starting_at: seededUntilMs() - days * DAY_MS,
        ending_at: seededUntilMs(),
        bucket,
        measure: 'cost',
        group_by: grouping,
        most_series: 100,
      } as const;
      const name = `series of ${days} days by ${bucket}, grouped by ${grouping}`;
      slow.push(
        ...(await timeResponse(db, organization, name, SLOWEST_MS, async (scope) => ({
          data: (await reportUsageSeries(unrestricted(scope), query, names, seededUntilMs())).series,
        }))),
      );
    }
  }
  return slow;
}
