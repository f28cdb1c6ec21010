import {
  ApiError,
  type AuditEventName,
  type LimitValues,
  type NewWebhook,
  type Webhook,
  type WebhookCreation,
  type WebhookSecret,
  type WebhookUpdate,
} from '@svc/contract';
import { auditChange, differences, type AuditChanges, type MutationContext } from '#features/audit';
import { newId, toTimestamp } from '#kit';
import { enqueueDeletion, giveUpPending } from './clear-deliveries.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';
import {
  countWebhooks,
  deleteWebhookRow,
  insertWebhook,
  setWebhook,
  type WebhookRow,
} from './store/webhooks.ts';
import { withoutQuery } from './webhook-object.ts';
import type { WebhookOwner } from './webhook-owner.ts';
import { readWebhook, requireWebhook } from './webhooks.ts';

export interface ManageDeps {
  readonly limits: () => LimitValues;
  readonly secrets: WebhookSecrets;
}

/** Creates a webhook. Its signing secret is in this response only. */
export async function createWebhook(
  { limits, secrets }: ManageDeps,
  change: MutationContext,
  owner: WebhookOwner,
  creation: WebhookCreation,
): Promise<NewWebhook> {
  if ((await countWebhooks(owner)) >= limits().webhooks_per_workspace)
    throw new ApiError('webhook_limit_reached');
  const { nowMs } = change;
  const id = newId('whk_', nowMs);
  await insertWebhook(owner, { ...creation, id, created_at: nowMs, updated_at: nowMs });
  const secret = await secrets.create(owner, id);
  const before = { url: null, events: null, description: null, status: null };
  await audit(change, owner, {
    event: 'webhook.created',
    id,
    changes: differences(before, shownSettings(creation)),
  });
  return { ...(await readWebhook(owner, id)), signing_secret: secret.reveal() };
}

/** Updates settings. Enabling a webhook or changing its URL restarts the three days after which it is disabled (D-HOOK-7). */
export async function updateWebhook(
  change: MutationContext,
  owner: WebhookOwner,
  id: string,
  update: WebhookUpdate,
): Promise<Webhook> {
  const webhook = await requireWebhook(owner, id, { lock: true });
  const changes = differences({ ...webhook }, update);
  const begins = update.status === 'enabled' || 'url' in changes;
  if (begins && webhook.failing_since_at !== null) await setWebhook(owner, id, { failing_since_at: null });
  if (Object.keys(changes).length > 0) {
    await setWebhook(owner, id, { ...settingsOf(update), updated_at: change.nowMs });
    if ('status' in changes && update.status === 'disabled') await disable(change, owner, webhook);
    const shown = differences(shownSettings(webhook), shownSettings(update));
    await audit(change, owner, { event: 'webhook.updated', id, changes: shown });
  }
  return readWebhook(owner, id);
}

/** Pending deliveries fail. Later events are logged as missed. */
async function disable({ nowMs }: MutationContext, owner: WebhookOwner, { id }: WebhookRow): Promise<void> {
  await setWebhook(owner, id, { due_at: null });
  await giveUpPending(owner, id, nowMs);
}

export async function deleteWebhook(
  change: MutationContext,
  owner: WebhookOwner,
  id: string,
): Promise<object> {
  await requireWebhook(owner, id, { lock: true });
  await deleteWebhookRow(owner, id);
  await enqueueDeletion(owner, id, change.nowMs);
  await audit(change, owner, { event: 'webhook.deleted', id });
  return { id, object: 'webhook', deleted: true };
}

export async function rotateWebhookSecret(
  { limits, secrets }: ManageDeps,
  change: MutationContext,
  owner: WebhookOwner,
  id: string,
): Promise<WebhookSecret> {
  await requireWebhook(owner, id, { lock: true });
  const { webhook_secret_overlap_hours: overlapHours, webhook_secrets_kept: mostKept } = limits();
  const rotated = await secrets.rotate(owner, id, { overlapHours, mostKept }, change.nowMs);
  await audit(change, owner, { event: 'webhook.secret_rotated', id });
  return {
    id,
    object: 'webhook',
    signing_secret: rotated.secret.reveal(),
    previous_secret_expires_at: toTimestamp(rotated.previousExpiresAtMs),
  };
}

function settingsOf(update: WebhookUpdate): WebhookUpdate {
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));
}

/** For the audit log: without the query of the URL, which often holds a token. */
function shownSettings({ url, events, description, status }: WebhookUpdate) {
  return { url: url === undefined ? undefined : withoutQuery(url), events, description, status };
}

interface WebhookEvent {
  readonly event: AuditEventName;
  readonly id: string;
  readonly changes?: AuditChanges;
}

async function audit(
  change: MutationContext,
  { workspaceId }: WebhookOwner,
  { event, id, changes = {} }: WebhookEvent,
): Promise<void> {
  await auditChange(change, { event, resource: { type: 'webhook', id }, workspaceId, changes });
}
