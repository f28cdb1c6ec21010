import type { DeliveryStatus, WebhookDelivery } from '@svc/contract';
import { webhookStrings } from '../../strings/webhooks.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Ago, Moment } from '../../ui/text/time.tsx';

const { log: words } = webhookStrings;
const { columns: heads } = words;
const TONES: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'accent',
  succeeded: 'good',
  failed: 'danger',
  missed: 'warn',
};

export function DeliveryStatusBadge({ status }: { readonly status: DeliveryStatus }) {
  return <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>;
}

export function deliveryColumns(
  open: (delivery: WebhookDelivery) => void,
): readonly Column<WebhookDelivery>[] {
  return [
    {
      header: heads.event,
      cell: (delivery) => (
        <button
          type="button"
          aria-label={words.open(delivery.event_type, delivery.event_id)}
          onClick={() => open(delivery)}
          className="row-target max-w-full truncate rounded font-medium"
        >
          {delivery.event_type}
        </button>
      ),
    },
    {
      header: heads.status,
      width: 'w-28',
      cell: ({ status }) => <DeliveryStatusBadge status={status} />,
    },
    { header: heads.attempts, width: 'w-24', wide: true, cell: ({ attempt_count: count }) => count },
    { header: heads.time, width: 'w-36', wide: true, cell: ({ created_at: at }) => <Ago at={at} /> },
    {
      header: heads.next,
      width: 'w-48',
      wide: true,
      cell: ({ next_attempt_at: at }) => (at === null ? '–' : <Moment at={at} />),
    },
  ];
}
