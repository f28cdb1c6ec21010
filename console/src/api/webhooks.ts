import { queryOptions } from '@tanstack/react-query';
import type {
  DeliveryStatus,
  FailedRedelivery,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookEventType,
  WebhookPayload,
  WebhookSecret,
  WebhookStatus,
} from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Used in place of a workspace id for organization webhooks. */
export const ORGANIZATION = 'organization';

/** Prefix of everything about webhooks in the cache. */
export const WEBHOOKS = ['webhooks'] as const;

export interface WebhookSettings {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
}

export interface DeliveryFilters {
  readonly status?: DeliveryStatus;
  readonly event_type?: WebhookEventType;
}

/** `owner`: id of a workspace, or ORGANIZATION. */
function rootOf(owner: string): string {
  return owner === ORGANIZATION ? '/webhooks' : `/workspaces/${encodeURIComponent(owner)}/webhooks`;
}

function pathOf(owner: string, id: string): string {
  return `${rootOf(owner)}/${encodeURIComponent(id)}`;
}

export function ownerOf({ workspace_id: workspaceId }: Webhook): string {
  return workspaceId ?? ORGANIZATION;
}

export const webhookList = (owner: string) =>
  listOptions<Webhook>([...WEBHOOKS, owner, 'list'], (page, options) =>
    call('GET', rootOf(owner), { query: { ...page }, ...options }),
  );

export const webhookOptions = (owner: string, id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, owner, 'one', id],
    queryFn: ({ signal }) => call<Webhook>('GET', pathOf(owner, id), { signal }),
  });

export const createWebhook = (owner: string, body: WebhookSettings) =>
  call<NewWebhook>('POST', rootOf(owner), { body });

export const updateWebhook = (
  owner: string,
  id: string,
  body: Partial<WebhookSettings & { readonly status: WebhookStatus }>,
) => call<Webhook>('PATCH', pathOf(owner, id), { body });

export const deleteWebhook = (owner: string, id: string) => call('DELETE', pathOf(owner, id));

export const rotateWebhookSecret = (owner: string, id: string) =>
  call<WebhookSecret>('POST', `${pathOf(owner, id)}/rotate_secret`);

export const testWebhook = (owner: string, id: string) =>
  call<WebhookDelivery>('POST', `${pathOf(owner, id)}/test`);

export const deliveryList = (owner: string, id: string, filters: DeliveryFilters) =>
  listOptions<WebhookDelivery>([...WEBHOOKS, owner, 'deliveries', id, filters], (page, options) =>
    call('GET', `${pathOf(owner, id)}/deliveries`, { query: { ...page, ...filters }, ...options }),
  );

function deliveryPath(owner: string, delivery: WebhookDelivery): string {
  return `${pathOf(owner, delivery.webhook_id)}/deliveries/${encodeURIComponent(delivery.id)}`;
}

export const payloadOptions = (owner: string, delivery: WebhookDelivery) =>
  queryOptions({
    queryKey: [...WEBHOOKS, owner, 'payload', delivery.event_id],
    queryFn: ({ signal }) =>
      call<WebhookPayload>('GET', `${deliveryPath(owner, delivery)}/payload`, { signal }),
  });

export const redeliver = (owner: string, delivery: WebhookDelivery) =>
  call<WebhookDelivery>('POST', `${deliveryPath(owner, delivery)}/redeliver`);

/** Repeats until nothing is left. Returns the number of redeliveries. */
export async function redeliverFailed(owner: string, id: string, since: string): Promise<number> {
  for (let sum = 0; ;) {
    const path = `${pathOf(owner, id)}/redeliver_failed`;
    const { redelivered, has_more: hasMore } = await call<FailedRedelivery>('POST', path, {
      body: { since },
    });
    sum += redelivered;
    if (!hasMore) return sum;
  }
}
