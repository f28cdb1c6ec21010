import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Module } from '#features/module';
import { usualDatabase, type OpenTestDatabase } from '#test-kit';
import { startCodeSignInNode, type CodeSignInNode } from './code-sign-in/code-sign-in-node.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let opened: OpenTestDatabase;
let node: CodeSignInNode;
beforeAll(async () => {
  opened = await (await usualDatabase()).open();
  node = await startCodeSignInNode({ store: opened.store });
});
afterAll(async () => {
  await node?.close();
  await opened?.close();
});

/** Returns its id, to which the row of a rule belongs. */
function insertConnection(id: string, at: string) {
  return sql`insert into sso_connections (id, organization_id, name, protocol, domains, status, attribute_map, provisioning,
      default_role, group_roles, allow_idp_initiated, trust_second_factor, created_at, updated_at)
    select ${id}, id, 'a', 'oidc', '[]'::jsonb, 'draft', '{}'::jsonb, 'off', 'member', '[]'::jsonb, false, false,
      ${at}::timestamptz, ${at}::timestamptz
    from organizations limit 1 returning id`;
}

/** Rules that no test of their feature runs. */
const RULES = [
  {
    rule: 'operator_events',
    keptMs: () => node.services.limits().audit_event_days * DAY_MS,
    insert: (at: string) => sql`insert into operator_events (id, event, actor, changes, details, created_at)
      values ('operevt_1', 'operator.created', '{}', '[]', '{}', ${at})`,
  },
  {
    rule: 'sso_tests',
    keptMs: () => -1,
    insert: (at: string) => sql`with connection as (${insertConnection('sso_1', at)})
      insert into sso_tests (fingerprint, connection_id, user_id, expires_at)
      select ''::bytea, connection.id, users.id, ${at}::timestamptz from connection, users limit 1`,
  },
  {
    rule: 'sso_responses',
    keptMs: () => -1,
    insert: (at: string) => sql`with connection as (${insertConnection('sso_2', at)})
      insert into sso_responses (fingerprint, connection_id, connection_updated_at, request_id, relay_state, person, expires_at)
      select ''::bytea, id, ${at}::timestamptz, '', '', '{}'::jsonb, ${at}::timestamptz from connection`,
  },
  {
    rule: 'sso_used_messages',
    keptMs: () => -1,
    insert: (at: string) => sql`with connection as (${insertConnection('sso_3', at)})
      insert into sso_used_messages (connection_id, digest, expires_at)
      select id, ''::bytea, ${at}::timestamptz from connection`,
  },
  {
    rule: 'inference_hook_minutes',
    keptMs: () => 3 * HOUR_MS,
    insert: (at: string) => sql`with hook as (
        insert into inference_hooks (organization_id, url, mode, on_failure, timeout_ms, events, workspace_ids,
          header_names, sealed_headers, sealed_secret, created_at, updated_at)
        select id, 'https://hooks.invalid/', 'enforce', 'allow', 1000, '[]'::jsonb, 'null'::jsonb, '[]'::jsonb,
          ''::bytea, ''::bytea, ${at}::timestamptz, ${at}::timestamptz
        from organizations limit 1 returning organization_id)
      insert into inference_hook_minutes (organization_id, minute_at, calls, denied, failed)
      select organization_id, ${at}::timestamptz, 1, 0, 0 from hook`,
  },
];

it.each(RULES)('$rule are kept for their time and no longer', async ({ rule, keptMs, insert }) => {
  const modules: readonly Module[] = node.services.modules;
  const drop = modules.map(({ retention }) => retention?.[rule]).find(Boolean)!;
  const writtenMs = Date.UTC(2026, 10, 1);
  await insert(new Date(writtenMs).toISOString()).execute(node.db);
  const count = async () => (await sql`select 1 from ${sql.table(rule)}`.execute(node.db)).rows.length;
  await drop(writtenMs + keptMs());
  expect(await count()).toBe(1);
  await drop(writtenMs + keptMs() + 1);
  expect(await count()).toBe(0);
});
