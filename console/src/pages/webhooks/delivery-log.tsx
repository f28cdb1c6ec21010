import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { DeliveryStatus, Webhook, WebhookDelivery, WebhookEventType } from '@svc/contract';
import { ListChecks } from 'lucide-react';
import { useEffect, useState } from 'react';
import { usePagedList } from '../../api/pages.ts';
import {
  deliveryList,
  ORGANIZATION,
  ownerOf,
  webhookOptions,
  type DeliveryFilters,
} from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EVENT_TYPES, ORGANIZATION_TYPES } from './event-types.ts';

const { log: words } = webhookStrings;
const areDue = (deliveries: readonly WebhookDelivery[]) =>
  deliveries.some(({ status, attempt_count: count }) => status === 'pending' && count === 0);

interface DeliveryLogProps {
  readonly webhook: Webhook;
  readonly filters: DeliveryFilters;
}

export function DeliveryLog({ webhook, filters }: DeliveryLogProps) {
  const owner = ownerOf(webhook);
  const list = usePagedList(deliveryList(owner, webhook.id, filters), areDue);
  useLastDelivery(webhook, list.rows);
  const [open, setOpen] = useState<WebhookDelivery>();
  // The row as it is now: one opened before its first attempt shows what became of it.
  const shown = open && (list.rows.find(({ id }) => id === open.id) ?? open);
  const empty = (
    <EmptyState icon={ListChecks} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h2 className="text-[15px] font-semibold">{words.title}</h2>
        <p className="text-[13px] text-quiet">{words.lead}</p>
      </div>
      <DeliveryFilterFields owner={owner} filters={filters} />
      <DataTable
        label={words.list}
        columns={deliveryColumns(setOpen)}
        list={list}
        rowKey={({ id }) => id}
        empty={empty}
      />
      {shown && <DeliveryDialog owner={owner} delivery={shown} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

/** Loads the webhook once more when the log has an attempt that the webhook, read before it, does not tell of. */
function useLastDelivery(webhook: Webhook, deliveries: readonly WebhookDelivery[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    const lastAt = webhook.last_delivery?.at ?? '';
    if (!deliveries.some(({ attempts }) => attempts.some(({ at }) => at > lastAt))) return;
    const { queryKey } = webhookOptions(ownerOf(webhook), webhook.id);
    void queries.invalidateQueries({ queryKey });
  }, [webhook, deliveries, queries]);
}

function DeliveryFilterFields({
  owner,
  filters,
}: {
  readonly owner: string;
  readonly filters: DeliveryFilters;
}) {
  const navigate = useNavigate({ from: '/webhooks/$owner/$webhookId' });
  const { filters: names, statuses } = words;
  const types = owner === ORGANIZATION ? ORGANIZATION_TYPES : EVENT_TYPES;
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label={names.status}
        value={filters.status ?? ''}
        onChange={({ target }) =>
          void navigate({
            search: ({ status: _status, ...search }) =>
              target.value === '' ? search : { ...search, status: target.value as DeliveryStatus },
          })
        }
      >
        <option value="">{names.anyStatus}</option>
        <ValueOptions of={statuses} />
      </SelectField>
      <SelectField
        label={names.type}
        value={filters.event_type ?? ''}
        onChange={({ target }) =>
          void navigate({
            search: ({ type: _type, ...search }) =>
              target.value === '' ? search : { ...search, type: target.value as WebhookEventType },
          })
        }
      >
        <option value="">{names.anyType}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
