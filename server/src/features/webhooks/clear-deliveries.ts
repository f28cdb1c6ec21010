import type { Kysely } from 'kysely';
import { enqueueJobs, type JobHandler } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import type { WebhookOwner } from './webhook-owner.ts';
import { deleteDeliveriesOf, failPending } from './store/deliveries.ts';

const GIVE_UP = 'webhooks.give_up';
const DELETE = 'webhooks.delete_log';
/** Rows per transaction: a log may have hundreds of thousands. */
const MAX_ROWS = 1000;
/** Not one: an organization's log may take minutes, and nobody else's waits for it. */
const CONCURRENCY = 2;

interface DeletePayload {
  readonly webhook_id: string;
}

interface GiveUpPayload extends DeletePayload {
  /** Epoch ms: when the webhook was disabled. */
  readonly until_ms: number;
}

/** Fails the pending deliveries of a disabled webhook: the first ones at once, the rest by a job. */
export async function giveUpPending(
  { db: trx, organizationId }: Pick<WebhookOwner, 'db' | 'organizationId'>,
  webhookId: string,
  nowMs: number,
): Promise<void> {
  const pending = { webhookId, createdUntilMs: nowMs, nowMs };
  if ((await failPending(trx, pending, MAX_ROWS)) < MAX_ROWS) return;
  const payload: GiveUpPayload = { webhook_id: webhookId, until_ms: nowMs };
  await enqueueJobs(trx, [{ kind: GIVE_UP, organizationId, payload }], nowMs);
}

/** Enqueues the removal of a deleted webhook's log. */
export async function enqueueDeletion(
  { db: trx, organizationId }: Pick<WebhookOwner, 'db' | 'organizationId'>,
  webhookId: string,
  nowMs: number,
): Promise<void> {
  const payload: DeletePayload = { webhook_id: webhookId };
  await enqueueJobs(trx, [{ kind: DELETE, organizationId, key: webhookId, payload }], nowMs);
}

interface ClearDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
}

export function clearDeliveries({ db, clock }: ClearDeps): readonly JobHandler[] {
  const giveUp: JobHandler<GiveUpPayload> = {
    kind: GIVE_UP,
    concurrency: CONCURRENCY,
    run: ({ webhook_id: webhookId, until_ms: createdUntilMs }, { signal }) =>
      repeat(() => failPending(db, { webhookId, createdUntilMs, nowMs: clock.nowMs() }, MAX_ROWS), signal),
  };
  const deleteLog: JobHandler<DeletePayload> = {
    kind: DELETE,
    concurrency: CONCURRENCY,
    run: ({ webhook_id: id }, { signal }) => repeat(() => deleteDeliveriesOf(db, id, MAX_ROWS), signal),
  };
  return [giveUp, deleteLog];
}

async function repeat(some: () => Promise<number>, signal: AbortSignal): Promise<undefined> {
  while ((await some()) === MAX_ROWS) signal.throwIfAborted();
  return undefined;
}
