import { sql, type Kysely } from 'kysely';
import { toPreciseTimestamp, type StoredAttempt, type Tables } from '#store';
import { noteDue } from './deliveries.ts';

/** The result of a claimed delivery. */
export interface DeliveryOutcome {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** Number of attempts at the time of the claim: distinguishes it from a later claim by the same run. */
  readonly earlierAttempts: number;
  /** Undefined: the retry period was over and nothing was sent. */
  readonly attempt: StoredAttempt | undefined;
  /** Undefined: there is no further attempt. */
  readonly nextAttemptAtMs: number | undefined;
  readonly isTest: boolean;
}

/** Writes outcomes of deliveries and updates their webhooks. An outcome whose lease was lost is ignored. */
export function noteOutcomes(
  db: Kysely<Tables>,
  runId: string,
  outcomes: readonly DeliveryOutcome[],
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const ids = [...new Set(outcomes.map(({ webhookId }) => webhookId))];
    const enabled = await lockWebhooks(trx, ids);
    const noted = outcomes.map((outcome) => withoutNextIfDisabled(outcome, enabled));
    await endLeases(trx, runId, noted, nowMs);
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

async function endLeases(
  trx: Kysely<Tables>,
  runId: string,
  outcomes: readonly DeliveryOutcome[],
  nowMs: number,
): Promise<void> {
  const rows = outcomes.map(({ deliveryId, earlierAttempts, attempt, nextAttemptAtMs }) => ({
    id: deliveryId,
    earlier: earlierAttempts,
    attempt: attempt ? [attempt] : [],
    status: statusOf(attempt, nextAttemptAtMs),
    due_at: nextAttemptAtMs === undefined ? null : toPreciseTimestamp(nextAttemptAtMs),
  }));
  await sql`
    update webhook_deliveries d set status = o.status, attempts = d.attempts || o.attempt, due_at = o.due_at,
      leased_by = null, lease_ends_at = null,
      completed_at = case when o.status <> 'pending' then ${toPreciseTimestamp(nowMs)}::timestamptz end
    from jsonb_to_recordset(${rows}::jsonb) as o (id text, earlier integer, attempt jsonb, status text, due_at timestamptz)
    where d.id = o.id and d.leased_by = ${runId} and jsonb_array_length(d.attempts) = o.earlier`.execute(trx);
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
