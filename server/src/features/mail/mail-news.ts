import type { Kysely } from 'kysely';
import type { SpendLimit } from '@svc/contract';
import type { Tables } from '#store';
import { toRow, type Notice } from './enqueue-mail.ts';
import { insertMails } from './store/mails.ts';
import { findAddresses, lockUnmailedEvents, setMailed, type NewsItem } from './store/news.ts';

const MOST = 100;

/**
 * Turns events about spend into mail to those who pay, in the transaction that marks the events: each is told once, whichever
 * node comes first. True when there may be more.
 */
export function mailNews(db: Kysely<Tables>, nowMs: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const news = await lockUnmailedEvents(trx, MOST);
    if (news.length === 0) return false;
    const organizationIds = [...new Set(news.map((item) => item.organization_id))];
    const payers = await findAddresses(trx, organizationIds, ['primary_owner', 'owner', 'billing']);
    const mails = news.flatMap((item) =>
      (payers.get(item.organization_id) ?? []).map((to) => toRow(toNotice(item), { to, organizationId: item.organization_id }, nowMs)),
    );
    await insertMails(trx, mails);
    await setMailed(
      trx,
      news.map(({ id }) => id),
      nowMs,
    );
    return news.length === MOST;
  });
}

/** The shapes are those the events were written in (D-HOOK-13). */
function toNotice({ type, data }: NewsItem): Notice {
  if (type === 'spend.threshold_reached') {
    const { object, threshold_percent: percent } = data as { readonly object: SpendLimit; readonly threshold_percent: number };
    return { kind: 'spend_threshold', data: { percent, limit: object } };
  }
  const balance = data as { readonly balance_usd: string; readonly auto_reload: { readonly trigger_usd: string } };
  return { kind: 'low_balance', data: { balanceUsd: balance.balance_usd, triggerUsd: balance.auto_reload.trigger_usd } };
}
