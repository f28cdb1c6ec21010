import type { EventConsumer, OutboxEvent } from '#events';
import { toRow, type Notice } from './enqueue-mail.ts';
import { findAddresses } from './store/addresses.ts';
import { writeMails } from './write-mails.ts';

type SpendEventType = 'spend.threshold_reached' | 'credits.low_balance';

/** Mails events about spend to those who pay. */
export const mailSpendEvents: EventConsumer<SpendEventType> = {
  name: 'mail',
  types: ['spend.threshold_reached', 'credits.low_balance'],
  async consume(trx, events, nowMs) {
    const organizationIds = [...new Set(events.map(({ organizationId }) => organizationId))];
    const payers = await findAddresses(trx, organizationIds, ['primary_owner', 'owner', 'billing']);
    const mails = events.flatMap((event) =>
      (payers.get(event.organizationId) ?? []).map((to) =>
        toRow(toNotice(event), { to, organizationId: event.organizationId }, nowMs),
      ),
    );
    await writeMails(trx, mails, nowMs);
  },
};

function toNotice({ type, data }: OutboxEvent<SpendEventType>): Notice {
  return type === 'spend.threshold_reached'
    ? { kind: 'spend_threshold', data: { percent: data.threshold_percent, limit: data.object } }
    : {
        kind: 'low_balance',
        data: { balanceUsd: data.object.balance_usd, triggerUsd: data.object.auto_reload.trigger_usd },
      };
}
