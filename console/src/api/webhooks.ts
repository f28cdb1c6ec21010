import { queryOptions } from '@tanstack/react-query';
import type {
  DeliveryStatus,
  Webhook,
  WebhookDelivery,
  WebhookEventType,
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

export function ownerOf({ workspace_id: workspaceId }: Webhook): string {
  return workspaceId ?? ORGANIZATION;
}

/** `owner`: id of a workspace, or ORGANIZATION, whose calls take no more than the id of the webhook. */
function pathOf(owner: string, id: string) {
  return { workspace_id: owner, webhook_id: id };
}

export const webhookList = (owner: string) =>
  listOptions<Webhook>([...WEBHOOKS, owner, 'list'], (query, options) =>
    call(owner === ORGANIZATION ? 'listOrganizationWebhooks' : 'listWebhooks', {
      path: { workspace_id: owner },
      query,
      ...options,
    }),
  );

export const webhookOptions = (owner: string, id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, owner, 'one', id],
    queryFn: ({ signal }) =>
      call(owner === ORGANIZATION ? 'readOrganizationWebhook' : 'readWebhook', {
        path: pathOf(owner, id),
        signal,
      }),
  });

export const createWebhook = (owner: string, body: WebhookSettings) =>
  call(owner === ORGANIZATION ? 'createOrganizationWebhook' : 'createWebhook', {
    path: { workspace_id: owner },
    body,
  });

export const updateWebhook = (
  owner: string,
  id: string,
  body: Partial<WebhookSettings & { readonly status: WebhookStatus }>,
) =>
  call(owner === ORGANIZATION ? 'updateOrganizationWebhook' : 'updateWebhook', {
    path: pathOf(owner, id),
    body,
  });

export const deleteWebhook = (owner: string, id: string) =>
  call(owner === ORGANIZATION ? 'deleteOrganizationWebhook' : 'deleteWebhook', { path: pathOf(owner, id) });

export const rotateWebhookSecret = (owner: string, id: string) =>
  call(owner === ORGANIZATION ? 'rotateOrganizationWebhookSecret' : 'rotateWebhookSecret', {
    path: pathOf(owner, id),
  });

export const testWebhook = (owner: string, id: string) =>
  call(owner === ORGANIZATION ? 'testOrganizationWebhook' : 'testWebhook', { path: pathOf(owner, id) });

export const deliveryList = (owner: string, id: string, filters: DeliveryFilters) =>
  listOptions<WebhookDelivery>([...WEBHOOKS, owner, 'deliveries', id, filters], (page, options) =>
    call(owner === ORGANIZATION ? 'listOrganizationWebhookDeliveries' : 'listWebhookDeliveries', {
      path: pathOf(owner, id),
      query: { ...page, ...filters },
      ...options,
    }),
  );

const ATTEMPT_PAUSE_MS = 500;

/** A delivery and what came of it, asked for until it was tried once. */
export const firstAttemptOptions = (owner: string, delivery: WebhookDelivery) =>
  queryOptions({
    queryKey: [...WEBHOOKS, owner, 'delivery', delivery.id],
    queryFn: ({ signal }) =>
      call(owner === ORGANIZATION ? 'readOrganizationWebhookDelivery' : 'readWebhookDelivery', {
        path: deliveryPath(owner, delivery),
        signal,
      }),
    refetchInterval: ({ state }) => ((state.data?.attempts.length ?? 0) > 0 ? false : ATTEMPT_PAUSE_MS),
  });

function deliveryPath(owner: string, { webhook_id: webhookId, id }: WebhookDelivery) {
  return { ...pathOf(owner, webhookId), delivery_id: id };
}

export const payloadOptions = (owner: string, delivery: WebhookDelivery) =>
  queryOptions({
    queryKey: [...WEBHOOKS, owner, 'payload', delivery.event_id],
    queryFn: ({ signal }) =>
      call(owner === ORGANIZATION ? 'readOrganizationWebhookPayload' : 'readWebhookPayload', {
        path: deliveryPath(owner, delivery),
        signal,
      }),
  });

export const redeliver = (owner: string, delivery: WebhookDelivery) =>
  call(owner === ORGANIZATION ? 'redeliverOrganizationWebhook' : 'redeliverWebhook', {
    path: deliveryPath(owner, delivery),
  });

/** Repeats until nothing is left. Returns the number of redeliveries. */
export async function redeliverFailed(owner: string, id: string, since: string): Promise<number> {
  const operation =
    owner === ORGANIZATION ? 'redeliverFailedOrganizationDeliveries' : 'redeliverFailedWebhookDeliveries';
  for (let sum = 0; ;) {
    const { redelivered, has_more: hasMore } = await call(operation, {
      path: pathOf(owner, id),
      body: { since },
    });
    sum += redelivered;
    if (!hasMore) return sum;
  }
}
