import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { nameIn, oneOf, searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { webhookOptions } from '../../api/webhooks.ts';
import { searchNames } from '../../strings/search-names.ts';
import { EVENT_TYPES } from './event-types.ts';

const parseSearch = searchParser({ owner: text });

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Webhooks',
    icon: Webhook,
    key: 'w',
    group: 'build',
    permission: 'webhooks.manage',
  }),
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

const parseWebhookSearch = searchParser({
  status: nameIn(searchNames.deliveryStatuses),
  type: oneOf(EVENT_TYPES),
});

export const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$owner/$webhookId',
  validateSearch: parseWebhookSearch,
  beforeLoad: requirePermission('webhooks.manage'),
  loader: ({ context, params }) =>
    context.queries.ensureQueryData(webhookOptions(params.owner, params.webhookId)),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});
