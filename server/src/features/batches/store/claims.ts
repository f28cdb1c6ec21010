import { sql, type Kysely } from 'kysely';
import type { LineEndpoint } from '@svc/contract';
import { isLapsed, type LapseBounds, type LeaseKind } from '#leases';
import { toPreciseTimestamp, type Tables } from '#store';
import type { BatchRow } from './batch-rows.ts';

/** D-BATCH-6. */
export const LINE_LEASES = {
  table: 'batch_lines',
  leaseMs: 60_000,
  renewMs: 15_000,
  recoversAhead: true,
} as const satisfies LeaseKind;

/** A claimed line. */
export interface ClaimedLine {
  readonly line: number;
  readonly endpoint: LineEndpoint;
  readonly body: Buffer;
  readonly attempts: number;
  readonly lost_claims: number;
}

const at = (ms: number) => sql`${toPreciseTimestamp(ms)}::timestamptz`;

/**
 * The running lines `l` of a batch from the first to the last of these. The range bounds what is read, whatever PostgreSQL believes without
 * statistics: it would read all lines of the batch, or for `state = 'running'` the index entries of all lines that ever ran, 35 ms for each
 * group of results in a batch of 50,000. These stay until the first vacuum, and the embedded database has none.
 */
function areRunning(batchId: string, given: readonly { readonly line: number }[]) {
  const lines = numbersOf(given);
  return sql`l.batch_id = ${batchId} and l.line between ${Math.min(...lines)} and ${Math.max(...lines)} and l.lease_ends_at is not null`;
}

/** Batches with a due line that is not claimed. */
export async function findRunnableBatches(db: Kysely<Tables>, nowMs: number): Promise<BatchRow[]> {
  return (
    db
      .selectFrom('batches as b')
      .selectAll('b')
      .where('b.status', '=', 'in_progress')
      .where('b.ending', 'is', null)
      .where('b.expires_at', '>', nowMs)
      .where((eb) => eb.or([eb('b.resumes_at', 'is', null), eb('b.resumes_at', '<=', nowMs)]))
      .where(
        sql<boolean>`exists (select 1 from batch_lines l where l.batch_id = b.id and l.state = 'waiting' and l.due_at <= ${at(nowMs)})`,
      )
      // Ordered so that batches of other organizations come first, however many one organization has.
      .orderBy(sql`row_number() over (partition by b.organization_id order by b.id)`)
      .orderBy('b.id')
      .limit(1000)
      .execute()
  );
}

/** The batches whose lines may run. */
export async function findGoing(db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('batches')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'in_progress')
    .where('ending', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export interface LineClaim {
  readonly claimId: string;
  readonly nowMs: number;
  readonly leaseEndsAtMs: number;
  readonly most: number;
  /** For all bodies together, except that there is always one. */
  readonly mostBytes: number;
}

/** Claims due lines of a batch, in input order. */
export async function claimLines(
  db: Kysely<Tables>,
  batchId: string,
  { claimId, nowMs, leaseEndsAtMs, most, mostBytes }: LineClaim,
): Promise<ClaimedLine[]> {
  const { rows } = await sql<ClaimedLine>`
    with due as materialized (
      select line, body_bytes from batch_lines
      where batch_id = ${batchId} and state = 'waiting' and due_at <= ${at(nowMs)}
        and exists (select 1 from batches where id = ${batchId} and status = 'in_progress' and ending is null)
      order by due_at, line limit ${most} for update skip locked),
    fitting as (
      select line from (select line, sum(body_bytes) over (order by line) - body_bytes as before from due) as sizes
      where before < ${mostBytes})
    update batch_lines l set state = 'running', claim_id = ${claimId}, lease_ends_at = ${at(leaseEndsAtMs)}
    from fitting where l.batch_id = ${batchId} and l.line = fitting.line
    returning l.line, l.endpoint, l.body, l.attempts, l.lost_claims`.execute(db);
  return rows.toSorted((one, other) => one.line - other.line);
}

/** A line and the claim that holds it. */
export interface HeldLine {
  readonly batchId: string;
  readonly line: number;
  readonly claimId: string;
}

/**
 * Renews the lines of these claims, and returns them. A line whose result is being written is included without waiting for it, and renewed the
 * next time if the write fails: a lease lasts longer than any transaction.
 */
export async function renewClaims(
  db: Kysely<Tables>,
  claimIds: readonly string[],
  leaseEndsAtMs: number,
): Promise<readonly HeldLine[]> {
  if (claimIds.length === 0) return [];
  const isTheirs = sql`state = 'running' and claim_id in (${sql.join(claimIds)})`;
  const { rows } = await sql<HeldLine>`
    with free as materialized (
      select batch_id, line from batch_lines where ${isTheirs} for update skip locked),
    renewed as (
      update batch_lines l set lease_ends_at = ${at(leaseEndsAtMs)}
      from free where l.batch_id = free.batch_id and l.line = free.line)
    select batch_id as "batchId", line, claim_id as "claimId" from batch_lines where ${isTheirs}`.execute(db);
  return rows;
}

/**
 * Releases lines whose node stopped renewing its lease, and lines whose lease ends later than possible, because the clock was
 * set back. True if there were some.
 */
export async function recoverLines(db: Kysely<Tables>, lapse: LapseBounds): Promise<boolean> {
  const { nowMs, latestMs } = lapse;
  // Both ends of the index are read in a moment. To look for all such lines takes 12 ms in a batch of 50,000, each second.
  const { rows } = await sql<{ lost: boolean }>`
    select (select min(lease_ends_at) from batch_lines where state = 'running') <= ${at(nowMs)}
      or (select max(lease_ends_at) from batch_lines where state = 'running') > ${at(latestMs!)} as lost`.execute(
    db,
  );
  if (!rows[0]?.lost) return false;
  const lost = recovering(db).where(isLapsed(LINE_LEASES, lapse));
  return (await lost.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Claims of earlier runs of this node, which are abandoned. */
export async function recoverLinesOfEarlierRuns(
  db: Kysely<Tables>,
  nodeId: string,
  runId: string,
): Promise<void> {
  await recovering(db)
    .where('claim_id', 'like', `${nodeId}/%`)
    .where('claim_id', 'not like', `${runId}/%`)
    .execute();
}

/** Claims whose response was lost: this node does not know their lines, and no other node works on them. */
export async function dropClaims(db: Kysely<Tables>, claimIds: readonly string[]): Promise<void> {
  await db
    .updateTable('batch_lines')
    .set({ state: 'waiting', claim_id: null, lease_ends_at: null })
    .where('state', '=', 'running')
    .where('claim_id', 'in', [...claimIds])
    .execute();
}

function recovering(db: Kysely<Tables>) {
  return db
    .updateTable('batch_lines')
    .set((eb) => ({
      state: 'waiting' as const,
      claim_id: null,
      lease_ends_at: null,
      lost_claims: eb('lost_claims', '+', 1),
    }))
    .where('state', '=', 'running');
}

/** Whether lines of the organization run on other nodes. */
export async function runElsewhere(
  db: Kysely<Tables>,
  organizationId: string,
  runId: string,
): Promise<boolean> {
  const running = db
    .selectFrom('batch_lines as l')
    .innerJoin('batches as b', 'b.id', 'l.batch_id')
    .select('l.line')
    .where('l.state', '=', 'running')
    .where('b.organization_id', '=', organizationId)
    .where('l.claim_id', 'not like', `${runId}/%`)
    .limit(1);
  return (await running.executeTakeFirst()) !== undefined;
}

/** Releases lines that did not run, or must run again. */
export async function releaseLines(
  trx: Kysely<Tables>,
  batchId: string,
  lines: readonly {
    readonly line: number;
    readonly claimId: string;
    readonly dueAtMs: number | undefined;
    readonly counts: boolean;
  }[],
): Promise<number[]> {
  if (lines.length === 0) return [];
  const rows = lines.map(({ line, claimId, dueAtMs, counts }) => ({
    line,
    claim_id: claimId,
    due_at: dueAtMs === undefined ? null : toPreciseTimestamp(dueAtMs),
    tries: counts ? 1 : 0,
  }));
  const { rows: released } = await sql<{ line: number }>`
    update batch_lines l set state = 'waiting', claim_id = null, lease_ends_at = null,
      due_at = coalesce(r.due_at, l.due_at), attempts = l.attempts + r.tries
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(line int, claim_id text, due_at timestamptz, tries int)
    where l.line = r.line and l.claim_id = r.claim_id and ${areRunning(batchId, lines)}
    returning l.line`.execute(trx);
  return released.map(({ line }) => line);
}

/** The stored result of a line. */
export interface LineResult {
  readonly line: number;
  readonly claimId: string;
  readonly state: 'succeeded' | 'errored';
  readonly statusCode: number;
  readonly errorCode: string | null;
  readonly requestId: string;
  readonly sealed: Buffer;
}

/** Writes results of lines that their claims still hold. Returns these lines, including those from an earlier write whose response was lost. */
export async function keepResults(
  trx: Kysely<Tables>,
  batchId: string,
  results: readonly LineResult[],
): Promise<{ readonly written: ReadonlySet<number>; readonly known: ReadonlySet<number> }> {
  if (results.length === 0) return { written: new Set(), known: new Set() };
  const rows = results.map(({ line, claimId, state, statusCode, errorCode, requestId, sealed }) => ({
    line,
    claim_id: claimId,
    state,
    status_code: statusCode,
    error_code: errorCode,
    request_id: requestId,
    result: sealed.toString('base64'),
  }));
  const given = JSON.stringify(rows);
  const { rows: written } = await sql<{ line: number }>`
    update batch_lines l set state = r.state, status_code = r.status_code, error_code = r.error_code, request_id = r.request_id,
      result = decode(r.result, 'base64'), body = null, lease_ends_at = null
    from jsonb_to_recordset(${given}::jsonb) as r(line int, claim_id text, state text, status_code int, error_code text, request_id text, result text)
    where l.line = r.line and l.claim_id = r.claim_id and ${areRunning(batchId, results)}
    returning l.line`.execute(trx);
  const lines = new Set(written.map(({ line }) => line));
  const missing = results.filter(({ line }) => !lines.has(line)).map(({ requestId }) => requestId);
  if (missing.length === 0) return { written: lines, known: new Set() };
  const known = await trx
    .selectFrom('batch_lines')
    .select('line')
    .where('batch_id', '=', batchId)
    .where('line', 'in', numbersOf(results))
    .where('request_id', 'in', missing)
    .execute();
  return { written: lines, known: new Set(known.map(({ line }) => line)) };
}

const numbersOf = (lines: readonly { readonly line: number }[]): number[] => lines.map(({ line }) => line);
