import type { Store } from '../../../server/src/store/index.ts';
import { sql } from '../../../server/test-kit/index.ts';
import { loadInBulk } from './load-in-bulk.ts';
import { seedUsage } from './seed-usage.ts';
import { seededId as id, type Amounts } from './seeded.ts';

/** Fills a migrated database with SQL alone. Its books add up. `progress` hears how far it is. */
export async function seed(store: Store, amounts: Amounts, progress: (what: string) => void): Promise<void> {
  await store.withoutTimeLimits(async (db) => {
    await sql`set work_mem = '256MB'`.execute(db);
    for (const statement of PEOPLE) await statement(amounts).execute(db);
    await loadInBulk(db, ['api_keys'], async (trx) => void (await keysOf(amounts).execute(trx)));
    progress(`${amounts.organizations} organizations, ${amounts.keys} keys`);
    if (amounts.records > 0) await seedUsage(db, amounts, progress);
    await sql`vacuum analyze`.execute(db);
    progress('analyzed');
  });
}

const PEOPLE: readonly ((amounts: Amounts) => ReturnType<typeof sql>)[] = [
  ({ organizations }) => sql`
    insert into organizations (id, name, provisioning_name, plan, credits_enabled, subscribed_at, created_at)
    select ${id('org', 'n')}, 'Organization ' || n, 'Organization ' || n, 'pro', true, '2026-01-01Z', '2026-01-01Z' from generate_series(0, ${organizations}::int - 1) as n`,
  ({ organizations }) => sql`
    insert into users (id, email, name, created_at)
    select ${id('user', 'n')}, 'owner' || n || '@seed.test', 'Owner', '2026-01-01Z' from generate_series(0, ${organizations}::int - 1) as n`,
  ({ organizations }) => sql`
    insert into members (organization_id, user_id, role, added_at)
    select ${id('org', 'n')}, ${id('user', 'n')}, 'primary_owner', '2026-01-01Z' from generate_series(0, ${organizations}::int - 1) as n`,
  ({ organizations }) => sql`
    insert into workspaces (id, organization_id, name, is_default, created_at)
    select ${id('ws', 'n')}, ${id('org', 'n')}, 'Default', true, '2026-01-01Z' from generate_series(0, ${organizations}::int - 1) as n`,
];

const keysOf = ({ organizations, keys }: Amounts) => sql`
    insert into api_keys (id, organization_id, workspace_id, created_by, name, kind, fingerprint, prefix, hint, pinned_version, created_at)
    select ${id('apikey', 'n')}, ${id('org', 'o')}, ${id('ws', 'o')}, ${id('user', 'o')}, 'key ' || n, 'private',
      sha256(convert_to('sk_live_' || md5('key ' || n) || md5('half ' || n), 'UTF8')), 'sk_live_0000', '0000', '2026-11-01', '2026-01-01Z'
    from generate_series(0, ${keys}::int - 1) as n cross join lateral (select n % ${organizations}::int as o) as owner`;
