import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import type { Tables } from '#store';
import { toRedelivery } from './to-redelivery.ts';
import { insertDeliveries } from './store/deliveries.ts';
import { findAnyDelivery, makeDeliveryDue, type FailingDeliveryRow } from './store/failing-deliveries.ts';
import { lockWebhooks } from './store/outcomes.ts';

/**
 * Has a delivery of any organization attempted soon: one that was given up by a new delivery, as its owners redeliver. Returns the delivery
 * that is attempted. Throws 404 `delivery_not_found`, 409 where there is nothing to retry or nobody to send it to.
 */
export async function retryDelivery(
  trx: Kysely<Tables>,
  id: string,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): Promise<FailingDeliveryRow> {
  const require = async (deliveryId: string): Promise<FailingDeliveryRow> => {
    const found = await findAnyDelivery(trx, deliveryId, sinceMs);
    if (!found) throw new ApiError('delivery_not_found', { param: 'delivery_id' });
    return found;
  };
  const { webhook_id: webhookId } = await require(id);
  const isEnabled = (await lockWebhooks(trx, [webhookId])).get(webhookId);
  if (!isEnabled) throw conflict('The webhook is disabled or deleted. Its owners can enable it.');
  // What it has become in the meantime: nobody changes it from here on.
  const delivery = await require(id);
  if (delivery.status === 'pending') {
    await makeDeliveryDue(trx, delivery, nowMs);
    return require(id);
  }
  if (delivery.status !== 'failed') throw conflict('The delivery did not fail. There is nothing to retry.');
  if (delivery.redelivered_as !== null)
    throw conflict('The delivery was repeated before. Look at the one that repeats it.');
  const next = toRedelivery(delivery, nowMs);
  await insertDeliveries(trx, [next], nowMs);
  return require(next.id);
}

function conflict(message: string): ApiError {
  return new ApiError('resource_conflict', { message });
}
