import type { ApiKeyQuery } from '../../../contract/src/index.ts';
import { listApiKeys } from '../../../server/src/features/keys/index.ts';
import { unrestricted } from '../../../server/src/features/module/index.ts';
import type { Store, Tables } from '../../../server/src/store/index.ts';
import { sql, type Kysely, type RawBuilder } from '../../../server/test-kit/index.ts';
import { withoutIndexes } from '../scale/load-in-bulk.ts';
import { seededOrganization, seededUntilMs } from '../scale/seeded.ts';
import { timeResponse } from './timed-response.ts';

const SLOWEST_MS = 20;
const ORGANIZATION = seededOrganization(0);
const PEOPLE = 1000;
const WORKSPACES = 100;

/**
 * Keys of one organization, of many people in many workspaces: most active and used, one in a thousand switched off, expired,
 * revoked or never used, and few in one small workspace.
 */
export async function seedManyKeys(store: Store, keys: number): Promise<void> {
  await store.withoutTimeLimits(async (db) => {
    await sql`
      insert into users (id, email, name, created_at)
      select 'user_many' || n, 'many' || n || '@seed.test', 'Many', '2026-01-01Z' from generate_series(0, ${PEOPLE}::int - 1) as n`.execute(
      db,
    );
    await sql`
      insert into members (organization_id, user_id, role, added_at)
      select ${ORGANIZATION}, 'user_many' || n, 'developer', '2026-01-01Z' from generate_series(0, ${PEOPLE}::int - 1) as n`.execute(
      db,
    );
    await sql`
      insert into workspaces (id, organization_id, name, created_at)
      select 'wrkspc_many' || n, ${ORGANIZATION}, 'Many ' || n, '2026-01-01Z' from generate_series(0, ${WORKSPACES}::int) as n`.execute(
      db,
    );
    await db
      .transaction()
      .execute((trx) =>
        withoutIndexes(trx, ['api_keys'], async () => void (await manyKeys(keys).execute(trx))),
      );
    await sql`vacuum analyze`.execute(db);
  });
  console.log(`  ${keys} keys of one organization`);
}

function manyKeys(keys: number): RawBuilder<unknown> {
  return sql`
      insert into api_keys (id, organization_id, workspace_id, created_by, name, kind, fingerprint, prefix, hint, status, expires_at, last_used_at,
        pinned_version, created_at)
      select 'apikey_many' || lpad(n::text, 22, '0'), ${ORGANIZATION}, 'wrkspc_many' || case when n % 10000 = 4 then ${WORKSPACES}::int else n % ${WORKSPACES}::int end,
        'user_many' || n % ${PEOPLE}::int, 'key ' || n, 'private', sha256(convert_to('many ' || n, 'UTF8')), 'sk_live_0000', '0000',
        case n % 1000 when 1 then 'inactive' when 2 then 'revoked' else 'active' end,
        case when n % 1000 = 3 then timestamptz '2026-06-01Z' end,
        case when n % 1000 <> 5 then timestamptz '2026-10-01Z' end, '2026-11-01', '2026-01-01Z'
      from generate_series(0, ${keys}::int - 1) as n`;
}

/** Every way to ask for keys; gives those that took too long. */
export async function readKeyLists(db: Kysely<Tables>): Promise<string[]> {
  const middle = `apikey_many${'500000'.padStart(22, '0')}`;
  const slow: string[] = [];
  const lists: Readonly<Record<string, Partial<ApiKeyQuery>>> = {
    'the newest': {},
    'a hundred': { limit: 100 },
    'from the middle on': { after_id: middle },
    'back from the middle': { before_id: middle },
    'of any status': { status: 'all' },
    'switched off': { status: 'inactive' },
    revoked: { status: 'revoked' },
    expired: { status: 'expired' },
    'of a workspace': { workspace_id: 'wrkspc_many7' },
    'of a small workspace': { workspace_id: `wrkspc_many${WORKSPACES}` },
    'of a person': { created_by: 'user_many7' },
    'of a person in another workspace': { created_by: 'user_many7', workspace_id: 'wrkspc_many8' },
    'revoked, of a person': { status: 'revoked', created_by: 'user_many2' },
    'not used lately': { unused_since: Date.UTC(2026, 10) },
    'never used': { unused_since: Date.UTC(2026, 1) },
  };
  for (const [name, asked] of Object.entries(lists)) {
    const query: ApiKeyQuery = { limit: 20, status: 'active', ...asked };
    slow.push(
      ...(await timeResponse(db, ORGANIZATION, `keys, ${name}`, SLOWEST_MS, (scope) =>
        listApiKeys(unrestricted(scope), query, seededUntilMs()),
      )),
    );
  }
  return slow;
}
