import type { Kysely } from 'kysely';
import { nanosToDecimal } from '#config';
import { toPreciseTimestamp, type Tables } from '#store';
import { isRequestId } from './is-request-id.ts';
import { findAnyRequest } from './store/request-records.ts';

/** A record as an operator reads it. Names are those of the columns; null where nothing is known. */
export type ShownRequest = Readonly<Record<string, string | number | boolean | null>>;

/** The record of a request of whichever organization. Null: there is none. */
export async function showRequest(db: Kysely<Tables>, id: string): Promise<ShownRequest | null> {
  const request = isRequestId(id) ? await findAnyRequest(db, id) : undefined;
  if (!request) return null;
  const { created_at: createdAtMs, cost_nanos: costNanos, ...facts } = request;
  return { ...facts, cost_usd: nanosToDecimal(costNanos), created_at: toPreciseTimestamp(createdAtMs) };
}
