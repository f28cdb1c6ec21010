import { sql, type Kysely } from 'kysely';
import { toPreciseTimestamp, type StoredAttempt, type Tables } from '#store';
import { noteDue } from './deliveries.ts';

/** The result of a claimed delivery. */
export interface DeliveryOutcome {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly claimId: string;
  /** Undefined: the retry period was over and nothing was sent. */
  readonly attempt: StoredAttempt | undefined;
  /** Undefined: there is no further attempt. */
  readonly nextAttemptAtMs: number | undefined;
  readonly isTest: boolean;
}

/** Writes outcomes of deliveries and updates their webhooks. An outcome whose lease was lost is ignored. */
export function noteOutcomes(
  db: Kysely<Tables>,
  outcomes: readonly DeliveryOutcome[],
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const ids = [...new Set(outcomes.map(({ webhookId }) => webhookId))];
    const enabled = await lockWebhooks(trx, ids);
    const made = outcomes.map((outcome) => withoutNextIfDisabled(outcome, enabled));
    const ended = await endLeases(trx, made, nowMs);
    const noted = made.filter(({ deliveryId, claimId }) => ended.get(deliveryId) === claimId);
    await noteAttempts(trx, noted);
    for (const [id, dueAtMs] of soonest(noted)) await noteDue(trx, [id], dueAtMs);
  });
}

/** Locks webhooks in id order to avoid deadlocks. Returns whether each is enabled; deleted ones are missing. */
export async function lockWebhooks(
  trx: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await trx
    .selectFrom('webhooks')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status === 'enabled']));
}

/** A delivery that fails after its webhook was disabled or deleted is not retried. */
function withoutNextIfDisabled(
  outcome: DeliveryOutcome,
  enabled: ReadonlyMap<string, boolean>,
): DeliveryOutcome {
  return enabled.get(outcome.webhookId) ? outcome : { ...outcome, nextAttemptAtMs: undefined };
}

/** Returns the deliveries whose claims still held them, with these claims. */
async function endLeases(
  trx: Kysely<Tables>,
  outcomes: readonly DeliveryOutcome[],
  nowMs: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = outcomes.map(({ deliveryId, claimId, attempt, nextAttemptAtMs }) => ({
    id: deliveryId,
    claim_id: claimId,
    attempt: attempt ? [attempt] : [],
    status: statusOf(attempt, nextAttemptAtMs),
    due_at: nextAttemptAtMs === undefined ? null : toPreciseTimestamp(nextAttemptAtMs),
  }));
  const { rows: ended } = await sql<{ readonly id: string; readonly claim_id: string }>`
    update webhook_deliveries d set status = o.status, attempts = d.attempts || o.attempt, due_at = o.due_at,
      leased_by = null, lease_ends_at = null,
      completed_at = case when o.status <> 'pending' then ${toPreciseTimestamp(nowMs)}::timestamptz end
    from jsonb_to_recordset(${rows}::jsonb) as o (id text, claim_id text, attempt jsonb, status text, due_at timestamptz)
    where d.id = o.id and d.leased_by = o.claim_id
    returning d.id, o.claim_id`.execute(trx);
  return new Map(ended.map(({ id, claim_id: claimId }) => [id, claimId]));
}

function statusOf(
  attempt: StoredAttempt | undefined,
  nextAttemptAtMs: number | undefined,
): 'succeeded' | 'pending' | 'failed' {
  if (attempt?.succeeded) return 'succeeded';
  return nextAttemptAtMs === undefined ? 'failed' : 'pending';
}

/** Updates the last attempt of each webhook, and since when all attempts fail (D-HOOK-7). Failed tests do not count. */
async function noteAttempts(trx: Kysely<Tables>, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  const webhooks = new Map<string, WebhookAttempts>();
  for (const { webhookId: id, attempt, isTest } of outcomes) {
    if (!attempt) continue;
    const known = webhooks.get(id);
    webhooks.set(id, {
      id,
      at: toPreciseTimestamp(attempt.at_ms),
      status_code: attempt.status_code,
      succeeded: attempt.succeeded,
      clears: attempt.succeeded || (known?.clears ?? false),
      fails_since: failsSince(attempt, isTest, known),
    });
  }
  if (webhooks.size === 0) return;
  await sql`
    update webhooks w set last_attempt_at = a.at, last_status_code = a.status_code, last_succeeded = a.succeeded,
      failing_since_at = coalesce(case when not a.clears then w.failing_since_at end, a.fails_since)
    from jsonb_to_recordset(${[...webhooks.values()]}::jsonb) as a (
      id text, at timestamptz, status_code integer, succeeded boolean, clears boolean, fails_since timestamptz)
    where w.id = a.id`.execute(trx);
}

interface WebhookAttempts {
  readonly id: string;
  readonly at: string;
  readonly status_code: number | null;
  readonly succeeded: boolean;
  /** One of the attempts succeeded. */
  readonly clears: boolean;
  /** The first failure after the last success; null if there is none. */
  readonly fails_since: string | null;
}

function failsSince(
  { succeeded, at_ms: atMs }: StoredAttempt,
  isTest: boolean,
  known: WebhookAttempts | undefined,
): string | null {
  if (succeeded) return null;
  return known?.fails_since ?? (isTest ? null : toPreciseTimestamp(atMs));
}

function soonest(outcomes: readonly DeliveryOutcome[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { webhookId, nextAttemptAtMs: atMs } of outcomes) {
    if (atMs !== undefined) times.set(webhookId, Math.min(atMs, times.get(webhookId) ?? Infinity));
  }
  return times;
}
