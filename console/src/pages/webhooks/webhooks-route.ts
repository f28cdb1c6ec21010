import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DeliveryStatus, WebhookEventType } from '@svc/contract';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { webhookOptions } from '../../api/webhooks.ts';
import { searchNames } from '../../strings/search-names.ts';
import { isEventType } from './event-types.ts';

const { deliveryStatuses: statuses } = searchNames;

function isStatus(value: unknown): value is DeliveryStatus {
  return typeof value === 'string' && Object.hasOwn(statuses, value);
}

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: ({ owner }: Record<string, unknown>): { readonly owner?: string } =>
    typeof owner === 'string' ? { owner } : {},
  beforeLoad: requirePermission('webhooks.manage'),
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

interface WebhookSearch {
  readonly status?: DeliveryStatus;
  readonly type?: WebhookEventType;
}

export const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$owner/$webhookId',
  validateSearch: ({ status, type }: Record<string, unknown>): WebhookSearch => ({
    ...(isStatus(status) ? { status } : {}),
    ...(isEventType(type) ? { type } : {}),
  }),
  beforeLoad: requirePermission('webhooks.manage'),
  loader: ({ context, params }) =>
    context.queries.ensureQueryData(webhookOptions(params.owner, params.webhookId)),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});
