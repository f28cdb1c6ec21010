import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { MarginOrder } from '@svc/contract';
import { toPreciseTimestamp, type Page, type Tables } from '#store';
import { AMOUNT_NAMES, type AmountName, type StoredAmounts } from '../margin-amounts.ts';
import type { MarginSpan } from '../margin-period.ts';

type BeforeName = `before_${AmountName}`;
type BothPeriods = StoredAmounts & Readonly<Record<BeforeName, string>>;

export type ModelMargin = BothPeriods & { readonly model: string };
export type StoredOrganizationMargin = BothPeriods & {
  readonly organization_id: string;
  readonly organization_name: string;
  readonly retail_change: string;
  readonly tokens_change: string;
};

/** What one period came to by model, and the one before: of all organizations, or of one. */
export async function findModelMargins(
  db: Kysely<Tables>,
  span: MarginSpan,
  organizationId: string | undefined,
): Promise<readonly ModelMargin[]> {
  const ofOne = organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`;
  const { rows } = await sql<ModelMargin>`
    select model, ${bothSums(span, (sum) => sql`${sum}::text`)}
    ${inBoth(span)} ${ofOne} group by model order by sum(cost_nanos) desc, sum(requests) desc, model`.execute(
    db,
  );
  return rows;
}

/** The highest come first; of margins the lowest, of changes the largest in either direction. */
const RANKS: Readonly<Record<MarginOrder, RawBuilder<unknown>>> = {
  retail: sql`cost_nanos`,
  engine_cost: sql`engine_cost_nanos`,
  margin: sql`engine_cost_nanos - cost_nanos`,
  retail_change: sql`abs(retail_change)`,
  tokens_change: sql`abs(tokens_change)`,
};

export interface MarginPage {
  readonly sort: MarginOrder;
  /** Of the period before, the part that is compared with. */
  readonly share: number;
  readonly limit: number;
  readonly afterId: string | undefined;
}

/** Reads both periods of all organizations, which are as many rows as they have models, however much they used. */
export async function findOrganizationMargins(
  db: Kysely<Tables>,
  span: MarginSpan,
  { sort, share, limit, afterId }: MarginPage,
): Promise<Page<StoredOrganizationMargin>> {
  const change = (now: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
    sql`${now} - round(${before} * ${String(share)}::numeric)`;
  const behind =
    afterId === undefined
      ? sql``
      : sql`where (place, organization_id) < ((select place from ranked where organization_id = ${afterId}), ${afterId})`;
  const { rows } = await sql<StoredOrganizationMargin>`
    with sums as (select organization_id, ${bothSums(span, (sum) => sum)} ${inBoth(span)} group by organization_id),
    changed as (
      select *, ${change(sql`cost_nanos`, sql`before_cost_nanos`)} as retail_change,
        ${change(sql`input_tokens + output_tokens`, sql`(before_input_tokens + before_output_tokens)`)} as tokens_change
      from sums),
    ranked as (select *, ${RANKS[sort]} as place from changed),
    page as (select * from ranked ${behind} order by place desc, organization_id desc limit ${limit + 1})
    select organization_id, o.name as organization_name, retail_change::text, tokens_change::text, ${sql.join(bothNames().map((name) => sql`${sql.ref(name)}::text`))}
    from page join organizations o on o.id = organization_id order by place desc, organization_id desc`.execute(
    db,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Whether it used anything in either period, so that it has a place in the list. */
export async function hasMargin(
  db: Kysely<Tables>,
  span: MarginSpan,
  organizationId: string,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 ${inBoth(span)} and organization_id = ${organizationId} limit 1`.execute(db);
  return rows.length > 0;
}

function inBoth({ period, startMs, beforeMs }: MarginSpan): RawBuilder<unknown> {
  return sql`from usage_periods where period = ${period} and starts_at in (${at(startMs)}, ${at(beforeMs)})`;
}

function bothSums({ startMs, beforeMs }: MarginSpan, as: (sum: RawBuilder<unknown>) => RawBuilder<unknown>) {
  const sumOf = (name: AmountName, ms: number) =>
    as(sql`coalesce(sum(${sql.ref(name)}) filter (where starts_at = ${at(ms)}), 0)`);
  return sql.join(
    AMOUNT_NAMES.flatMap((name) => [
      sql`${sumOf(name, startMs)} as ${sql.ref(name)}`,
      sql`${sumOf(name, beforeMs)} as ${sql.ref(`before_${name}`)}`,
    ]),
  );
}

function bothNames(): readonly string[] {
  return AMOUNT_NAMES.flatMap((name) => [name, `before_${name}`]);
}

function at(ms: number): RawBuilder<unknown> {
  return sql`${toPreciseTimestamp(ms)}::timestamptz`;
}

/** The period before as amounts of their own. */
export function amountsBefore(both: BothPeriods): StoredAmounts {
  return Object.fromEntries(AMOUNT_NAMES.map((name) => [name, both[`before_${name}`]])) as StoredAmounts;
}
