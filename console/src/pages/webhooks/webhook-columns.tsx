import { Link } from '@tanstack/react-router';
import type { Webhook } from '@svc/contract';
import { ownerOf } from '../../api/webhooks.ts';
import { webhookStrings as words } from '../../strings/webhooks.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EventsText } from './events-text.tsx';
import { LastDelivery } from './last-delivery.tsx';
import { WebhookStatusBadge } from './webhook-status-badge.tsx';

const { columns: heads } = words;

export const webhookColumns: readonly Column<Webhook>[] = [
  {
    header: heads.url,
    cell: (webhook) => (
      <Link
        to="/webhooks/$owner/$webhookId"
        params={{ owner: ownerOf(webhook), webhookId: webhook.id }}
        className="row-target rounded font-medium"
      >
        {webhook.url}
      </Link>
    ),
  },
  { header: heads.events, width: 'w-32', wide: true, cell: ({ events }) => <EventsText events={events} /> },
  { header: heads.status, width: 'w-28', cell: ({ status }) => <WebhookStatusBadge status={status} /> },
  {
    header: heads.last,
    width: 'w-48',
    wide: true,
    cell: ({ last_delivery: last }) => <LastDelivery last={last} />,
  },
];
