import { sql, type SelectQueryBuilder } from 'kysely';
import type { CodeCounter } from '@svc/contract';
import type { AccessScope } from '#features/module';
import { readPage, type Page, type PageRequest, type Tables } from '#store';
import { isAccessible } from './accessible-usage.ts';

/** A code-client key, or a person who signed in with a code client. */
export interface CodeActor {
  readonly type: 'user' | 'api_key';
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** What one of them used of one model. */
export interface CodeSum {
  readonly actor_id: string;
  readonly model: string;
  readonly requests: number;
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly output_tokens: number;
  readonly cost_nanos: number;
}

/** What the clients of one of them reported. */
export interface CodeCount {
  readonly actor_id: string;
  readonly counter: CodeCounter;
  readonly tool: string;
  readonly count: number;
}

/**
 * Whoever has sums on the day, or whose client reported something. Tokens of the playground are of the surface `api`, those of code clients
 * of others.
 */
export function findCodeActors(
  scope: AccessScope,
  dayMs: number,
  page: PageRequest,
): Promise<Page<CodeActor>> {
  const { db } = scope.organization;
  const used = actorsIn(scope, 'usage_days', dayMs).where(OF_CODE);
  const actors = db.selectFrom(used.union(actorsIn(scope, 'code_counts', dayMs)).as('actors')).selectAll();
  return readPage(actors as unknown as SelectQueryBuilder<Tables, 'users', CodeActor>, 'actors.id', page);
}

function actorsIn(
  { organization: { db, organizationId }, access }: AccessScope,
  table: 'usage_days' | 'code_counts',
  dayMs: number,
) {
  return db
    .selectFrom(`${table as 'usage_days'} as d`)
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.id', '=', 'd.key_id').onRef('k.organization_id', '=', 'd.organization_id'),
    )
    .innerJoin('users as u', (join) => join.on(sql<boolean>`u.id = coalesce(k.created_by, d.user_id)`))
    .select([
      sql<CodeActor['type']>`case when k.id is null then 'user' else 'api_key' end`.as('type'),
      ACTOR.as('id'),
      'u.email',
      sql<string>`coalesce(k.name, u.name)`.as('name'),
    ])
    .distinct()
    .where('d.organization_id', '=', organizationId)
    .where('d.starts_at', '=', dayMs)
    .where(isAccessible(access, 'd'));
}

export async function sumCodeUsage(
  { organization: { db, organizationId }, access }: AccessScope,
  dayMs: number,
  actors: readonly CodeActor[],
): Promise<readonly CodeSum[]> {
  if (actors.length === 0) return [];
  const sum = (name: 'requests' | 'input_tokens' | 'cached_input_tokens' | 'output_tokens' | 'cost_nanos') =>
    sql<number>`sum(${sql.ref(`d.${name}`)})::bigint`.as(name);
  return db
    .selectFrom('usage_days as d')
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.id', '=', 'd.key_id').onRef('k.organization_id', '=', 'd.organization_id'),
    )
    .select([
      ACTOR.as('actor_id'),
      'd.model',
      sum('requests'),
      sum('input_tokens'),
      sum('cached_input_tokens'),
      sum('output_tokens'),
    ])
    .select(sum('cost_nanos'))
    .where('d.organization_id', '=', organizationId)
    .where('d.starts_at', '=', dayMs)
    .where(OF_CODE)
    .where(isAccessible(access, 'd'))
    .where(
      ACTOR,
      'in',
      actors.map(({ id }) => id),
    )
    .groupBy([ACTOR, 'd.model'])
    .orderBy('d.model')
    .execute();
}

export async function sumCodeCounts(
  { organization: { db, organizationId }, access }: AccessScope,
  dayMs: number,
  actors: readonly CodeActor[],
): Promise<readonly CodeCount[]> {
  if (actors.length === 0) return [];
  return db
    .selectFrom('code_counts as d')
    .select([ACTOR.as('actor_id'), 'd.counter', 'd.tool', sql<number>`sum(d.count)::bigint`.as('count')])
    .where('d.organization_id', '=', organizationId)
    .where('d.starts_at', '=', dayMs)
    .where(isAccessible(access, 'd'))
    .where(
      ACTOR,
      'in',
      actors.map(({ id }) => id),
    )
    .groupBy([ACTOR, 'd.counter', 'd.tool'])
    .orderBy('d.tool')
    .execute();
}

const ACTOR = sql<string>`coalesce(nullif(d.key_id, ''), d.user_id)`;
const OF_CODE = sql<boolean>`(k.kind = 'svc_code' or d.surface not in ('', 'api'))`;
