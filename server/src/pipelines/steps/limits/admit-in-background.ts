import { ConversationKey, type Generation } from '#engine';
import type { Admitted, Authenticated, Reserved, Selected, Step } from '#exchange';
import { NoSlot, type LineExchange } from '#features/batches';

type ReservedLine = LineExchange & Authenticated & Selected & Reserved;

/**
 * Takes a slot that live calls leave free, until one of them needs it. Throws `NoSlot` when none is free now.
 */
export function admitInBackground(
  generation: Pick<Generation, 'admitInBackground'>,
): Step<ReservedLine, Admitted> {
  return (exchange) => {
    const { admission, credential, call } = exchange;
    try {
      const conversation = call && new ConversationKey(credential, call);
      const lease = generation.admitInBackground(
        admission.model.config,
        credential.organizationId,
        exchange,
        {
          conversation,
        },
      );
      if (!lease) throw new NoSlot(admission.model.id);
      admission.lease = lease;
    } catch (refusal) {
      admission.reservation.release();
      throw refusal;
    }
  };
}

/** The payer is known, and is charged when the result of the line is stored. */
export const deferCharge: Step<LineExchange & Selected & Reserved> = (exchange) => {
  exchange.admission.reservation = exchange.charge.defer(exchange.admission.reservation);
};
