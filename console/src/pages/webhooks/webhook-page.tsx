import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '@svc/contract';
import { ArrowLeft } from 'lucide-react';
import { ownerOf, webhookOptions } from '../../api/webhooks.ts';
import { webhookStrings as words } from '../../strings/webhooks.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { LastDelivery } from './last-delivery.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookStatusBadge } from './webhook-status-badge.tsx';
import { webhookRoute } from './webhooks-route.ts';

export function WebhookPage() {
  const { owner, webhookId } = webhookRoute.useParams();
  const { status, type } = webhookRoute.useSearch();
  const { data: webhook } = useSuspenseQuery(webhookOptions(owner, webhookId));
  const filters = { ...(status ? { status } : {}), ...(type ? { event_type: type } : {}) };
  return (
    <Page
      title={webhook.url}
      lead={
        <Link
          to="/webhooks"
          search={{ owner: ownerOf(webhook) }}
          className="inline-flex items-center gap-1.5 underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden size={14} />
          {words.back}
        </Link>
      }
      actions={<WebhookActions webhook={webhook} />}
    >
      {webhook.status === 'disabled' && <Notice tone="warn">{words.disabledNotice}</Notice>}
      <Card>
        <WebhookFacts webhook={webhook} />
      </Card>
      <DeliveryLog webhook={webhook} filters={filters} />
    </Page>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { facts: names } = words;
  return (
    <Facts
      facts={{
        [words.columns.status]: <WebhookStatusBadge status={webhook.status} />,
        [names.events]: webhook.events.includes('*') ? words.allEvents : webhook.events.join(', '),
        [names.description]: webhook.description ?? undefined,
        [names.last]: <LastDelivery last={webhook.last_delivery} />,
        [names.created]: <Moment at={webhook.created_at} />,
        [names.id]: <code className="font-mono text-[13px]">{webhook.id}</code>,
      }}
    />
  );
}
