import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import { findLargeBodies, setBody } from './store/event-bodies.ts';

interface Body {
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

/**
 * Truncates event bodies above the limit (D-HOOK-4), in the transaction that creates their deliveries: afterwards the body never changes,
 * even if the limit does.
 */
export async function cutBodies(
  trx: Kysely<Tables>,
  eventIds: readonly string[],
  limitBytes: number,
): Promise<void> {
  for (const { id, body } of await findLargeBodies(trx, eventIds, limitBytes))
    await setBody(trx, id, JSON.stringify(cut(JSON.parse(body) as Body)));
}

/** Reduces the object to its identifying fields. */
function cut(body: Body): object {
  const { id, type, object, status } = body.data.object;
  return { ...body, data: { ...body.data, object: { id, type, object, status }, truncated: true } };
}
