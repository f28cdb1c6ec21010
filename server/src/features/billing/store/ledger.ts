import { sql, type RawBuilder } from 'kysely';
import type { LedgerQuery } from '@svc/contract';
import { idTimeMs } from '#kit';
import { toPreciseTimestamp, type OrganizationScope, type Page, type PageRequest } from '#store';

const LAST_MS = Date.UTC(9999, 11, 31);

/** One movement of an organization's wallet. */
export interface WalletEntry {
  readonly transaction_id: string;
  readonly kind: 'usage' | 'grant';
  readonly amount_nanos: number;
  readonly note: string | null;
  readonly created_at: number;
}

export async function findBalance({ db, organizationId }: OrganizationScope): Promise<number> {
  const wallet = db
    .selectFrom('wallets')
    .select('balance_nanos')
    .where('organization_id', '=', organizationId);
  return (await wallet.executeTakeFirst())?.balance_nanos ?? 0;
}

/** Newest first by time. Ids would not sort: those of requests and grants have different prefixes. */
export async function findLedgerPage(
  scope: OrganizationScope,
  { kind }: LedgerQuery,
  { limit, afterId, beforeId }: PageRequest,
): Promise<Page<WalletEntry>> {
  const cursor = afterId ?? beforeId;
  const order = beforeId === undefined ? 'desc' : 'asc';
  let entries = entriesOf(scope)
    .orderBy('e.created_at', order)
    .orderBy('e.transaction_id', order)
    .limit(limit + 1);
  if (kind !== undefined) entries = entries.where('e.kind', '=', kind);
  if (cursor !== undefined) {
    entries = entries.where(
      sql<boolean>`(e.created_at, e.transaction_id) ${sql.raw(order === 'desc' ? '<' : '>')} (${placeOf(scope, cursor)}, ${cursor})`,
    );
  }
  const rows = await entries.execute();
  const items = rows.slice(0, limit);
  return { items: beforeId === undefined ? items : items.toReversed(), hasMore: rows.length > limit };
}

/** The time of an entry; that of its id where the organization has no such entry (D-PAGE-1). */
function placeOf({ organizationId }: OrganizationScope, id: string): RawBuilder<unknown> {
  // No later time fits into the column.
  const idMs = Math.min(idTimeMs(id) || 0, LAST_MS);
  return sql`coalesce((select c.created_at from ledger_entries c where c.transaction_id = ${id}
    and c.account = 'wallet' and c.organization_id = ${organizationId}), ${toPreciseTimestamp(idMs)}::timestamptz)`;
}

function entriesOf({ db, organizationId }: OrganizationScope) {
  return db
    .selectFrom('ledger_entries as e')
    .select(['e.transaction_id', 'e.kind', 'e.amount_nanos', 'e.note', 'e.created_at'])
    .where('e.organization_id', '=', organizationId)
    .where('e.account', '=', 'wallet');
}
