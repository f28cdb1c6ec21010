/**
 * A migration as it stood before its file was changed, renamed or removed. Databases that were made with it open: what it left is
 * changed to what today's migration would have left.
 */
export interface FormerMigration {
  /** Under which it was applied: the file name without `.sql`. */
  readonly name: string;
  /** Of its text, with line ends of Unix. */
  readonly sha256: string;
  /**
   * `comments`: today's text differs in comments only. `withdrawn`: a later migration does all of it. Otherwise it counts as `name`,
   * once the statements have run.
   */
  readonly change: 'comments' | 'withdrawn' | { readonly name: string; readonly statements: string };
}

const SUMS_BY_DAY = `
create table usage_days (like usage_hours including all) with (fillfactor = 80);
insert into usage_days
select
  organization_id, date_trunc('day', starts_at, 'UTC'), key_id, model, billing_source, endpoint, workspace_id, user_id,
  sum(requests), sum(input_tokens), sum(cached_input_tokens), sum(output_tokens), sum(reasoning_tokens), sum(cost_nanos), sum(plan_milli)
from usage_hours
group by 1, 2, 3, 4, 5, 6, 7, 8`;

const withSurface = (table: string): string => `
alter table ${table}
  add column surface text not null default '',
  drop constraint ${table}_pkey,
  add primary key (organization_id, starts_at, key_id, model, billing_source, endpoint, workspace_id, user_id, surface)`;

/** Sums of classes of latency, place by place: those of rows end at different places. */
const classesOf = (column: string): string => `
  array(
    select sum(c.calls)::bigint
    from traffic_before t
    cross join lateral unnest(t.${column}) with ordinality as c(calls, class)
    where (t.resolution_s, t.starts_at, s.split_by, case s.split_by
      when 'model' then t.model when 'engine' then t.engine when 'node' then t.node_id else t.code end)
      = (s.resolution_s, s.starts_at, s.split_by, s.name)
    group by c.class order by c.class)`;

const TRAFFIC_BY_GROUP = `
create table traffic_before as table traffic;
drop table traffic;
create table traffic (
  resolution_s int not null,
  split_by text not null,
  starts_at timestamptz not null,
  name text not null,
  requests bigint not null,
  errors bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  first_output bigint[] not null,
  duration bigint[] not null,
  primary key (resolution_s, split_by, starts_at, name)
) with (fillfactor = 80);
insert into traffic
select s.*, ${classesOf('first_output')}, ${classesOf('duration')}
from (
  select t.resolution_s, g.split_by, t.starts_at, g.name, sum(t.requests)::bigint,
    coalesce(sum(t.requests) filter (where t.code not in ('completed', 'client_closed')), 0)::bigint,
    sum(t.input_tokens)::bigint, sum(t.output_tokens)::bigint
  from traffic_before t
  cross join lateral (values ('model', t.model), ('engine', t.engine), ('node', t.node_id), ('code', t.code)) as g(split_by, name)
  group by 1, 2, 3, 4) as s;
drop table traffic_before`;

const SIGN_INS_OF_OPERATORS = `
alter table operators add column signed_in_at timestamptz;
update operators o
set signed_in_at = s.at
from (select operator_id, max(created_at) as at from operator_sessions group by operator_id) s where s.operator_id = o.id`;

const ACTIVE_KEYS = `
create index api_keys_active on api_keys (organization_id, workspace_id) include (expires_at) where status = 'active'`;

/** By name. `npm run check` demands a line for each text of a migration that was ever committed and is not today's. */
export const FORMER_MIGRATIONS: readonly FormerMigration[] = [
  {
    name: '0001_foundation',
    sha256: '88439cff6ddb9969f00fd278a28996578315e8cf91b45f132f52df379bc1d459',
    change: 'comments',
  },
  {
    name: '0006_usage_by_month',
    sha256: '370bf630710da02ddca2c45357510316c8e6d17352432a241b586275e68fd683',
    change: { name: '0006_usage_by_month', statements: SUMS_BY_DAY },
  },
  {
    name: '0011_accounts',
    sha256: 'f6ebd5cce46aba37c8e8b93072a7ec6bb76c115b7dc9e3279ddd936f69917c41',
    change: 'comments',
  },
  {
    name: '0015_reports',
    sha256: '4d2fa917f5c9d3ee2b3e27fbcc68885e2d864f6ae8ab2a081b322bc922d2e139',
    change: {
      name: '0015_reports',
      statements: `${withSurface('usage_hours')}; ${withSurface('usage_days')}`,
    },
  },
  {
    name: '0027_blob_key_order',
    sha256: '2b4d27eb3af66709767f7a6b325d8dc675f96ceb10b892a53bc7a5a6d6999f9b',
    change: 'withdrawn',
  },
  {
    name: '0065_traffic',
    sha256: 'be53da25ae52ddb2e3a0006d91465b63333fdf8601396ae746050e03b4060528',
    change: { name: '0065_traffic', statements: TRAFFIC_BY_GROUP },
  },
  {
    name: '0070_engine_costs',
    sha256: '000ba510f4e2bbf9abee3f58c5a77f0fb031dede744ff356bd5fdbe2d772bdbc',
    change: { name: '0070_operators_see_more', statements: SIGN_INS_OF_OPERATORS },
  },
  {
    name: '0072_grants_of_organization',
    sha256: '080e01f46eff03e7bd02dce2ec9fa5575df95a647bcebf02c568cf826b062518',
    change: { name: '0072_few_among_many', statements: ACTIVE_KEYS },
  },
  {
    name: '0089_directory_groups',
    sha256: '0a43df0010a2423407cb5731fd71640e53e9adcb219a5ff18e7584a0a294094b',
    // Its index is made by a migration of its own.
    change: { name: '0089_directory_groups', statements: 'drop index directory_users_by_primary_email' },
  },
];
