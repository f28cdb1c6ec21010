import type { LedgerEntry, LedgerQuery } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { findLedgerPage, type WalletEntry } from './store/ledger.ts';

/** Entries have the ids of the requests and grants that they are of. */
const isUsage = isWellFormedId('request');
const isGrant = isWellFormedId('creditGrant');

/** Lists the movements of an organization's credits (D-CONS-7). */
export function listLedgerEntries(scope: OrganizationScope, query: LedgerQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findLedgerPage(scope, query, page),
    hasPlace: (id) => isUsage(id) || isGrant(id),
    toItem: toLedgerEntry,
    idOf: (entry) => entry.transaction_id,
  });
}

function toLedgerEntry(entry: WalletEntry): LedgerEntry {
  return {
    id: entry.transaction_id,
    type: 'ledger_entry',
    kind: entry.kind,
    amount_usd: nanosToDecimal(entry.amount_nanos),
    note: entry.note,
    created_at: toTimestamp(entry.created_at),
  };
}
