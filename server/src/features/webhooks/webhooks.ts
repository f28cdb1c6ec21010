import { ApiError, type Webhook } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { findWebhook, findWebhooks, type WebhookRow } from './store/webhooks.ts';
import { toWebhook } from './webhook-object.ts';
import type { WebhookOwner } from './webhook-owner.ts';

export function listWebhooks(owner: WebhookOwner, query: PageQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findWebhooks(owner, page),
    hasPlace: isWellFormedId('webhook'),
    toItem: toWebhook,
    idOf: ({ id }) => id,
  });
}

export async function readWebhook(owner: WebhookOwner, id: string): Promise<Webhook> {
  return toWebhook(await requireWebhook(owner, id));
}

/** Throws 404 `webhook_not_found` for one of another workspace or organization (HOOK-25). */
export async function requireWebhook(
  owner: WebhookOwner,
  id: string,
  options?: { readonly lock: boolean },
): Promise<WebhookRow> {
  const webhook = await findWebhook(owner, id, options);
  if (!webhook) throw new ApiError('webhook_not_found', { param: 'webhook_id' });
  return webhook;
}
