import type { MarginQuery, MarginReport, OrganizationMargin, OrganizationMarginQuery } from '@svc/contract';
import type { Kysely } from 'kysely';
import { nanosToDecimal } from '#config';
import { listPage, type ListBody } from '#features/listing';
import { readManagedOrganization } from '#features/managed-organizations';
import type { Tables } from '#store';
import { addAmounts, NOTHING, toAmounts } from './margin-amounts.ts';
import { passedShare, periodAt, toPeriod, type MarginSpan } from './margin-period.ts';
import {
  amountsBefore,
  findModelMargins,
  findOrganizationMargins,
  hasMargin,
  type StoredOrganizationMargin,
} from './store/find-margins.ts';

/** Usage, retail, engine cost and margin of a period, in all and by model. Of all organizations, unless one is named. */
export async function readMargins(
  db: Kysely<Tables>,
  { period, at }: MarginQuery,
  nowMs: number,
  organizationId?: string,
): Promise<MarginReport> {
  const span = periodAt(period, at ?? nowMs);
  const rows = await findModelMargins(db, span, organizationId);
  const before = rows.map(amountsBefore);
  return {
    type: 'margin_report',
    organization_id: organizationId ?? null,
    ...toPeriod(span, nowMs),
    total: toAmounts(rows.reduce(addAmounts, NOTHING)),
    previous: toAmounts(before.reduce(addAmounts, NOTHING)),
    models: rows
      .filter(({ requests }) => requests !== '0')
      .map((row) => ({ model: row.model, ...toAmounts(row) })),
  };
}

/** Throws 404 `organization_not_found`. */
export async function readOrganizationMargins(
  db: Kysely<Tables>,
  organizationId: string,
  query: MarginQuery,
  nowMs: number,
): Promise<MarginReport> {
  await readManagedOrganization(db, organizationId);
  return readMargins(db, query, nowMs, organizationId);
}

/** Organizations that used anything in the period or the one before, in the order that is asked for. */
export function listOrganizationMargins(
  db: Kysely<Tables>,
  query: OrganizationMarginQuery,
  nowMs: number,
): Promise<ListBody> {
  const span = periodAt(query.period, query.at ?? nowMs);
  const share = passedShare(span, nowMs);
  return listPage(query, {
    read: ({ limit, afterId }) =>
      findOrganizationMargins(db, span, { sort: query.sort, share, limit, afterId }),
    hasPlace: (id) => hasMargin(db, span, id),
    toItem: (row) => toItem(row, span, nowMs),
    idOf: ({ organization_id: id }) => id,
  });
}

function toItem(row: StoredOrganizationMargin, span: MarginSpan, nowMs: number): OrganizationMargin {
  return {
    type: 'organization_margin',
    organization_id: row.organization_id,
    organization_name: row.organization_name,
    ...toPeriod(span, nowMs),
    ...toAmounts(row),
    previous: toAmounts(amountsBefore(row)),
    retail_change_usd: nanosToDecimal(BigInt(row.retail_change)),
    tokens_change: Number(row.tokens_change),
  };
}
