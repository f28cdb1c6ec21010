import { ConversationKey, type AllowedEngines, type Generation } from '#engine';
import type { Admitted, Reserved, Selected, Step } from '#exchange';
import type { InternalExchange } from '../../internal/internal-exchange.ts';

type ReservedCall = InternalExchange & Selected & Reserved;

/** Live calls need all slots of the model's engines, or the engines fail. */
export class NoSlot extends Error {
  readonly modelId: string;

  constructor(modelId: string) {
    super('no slot');
    this.name = 'NoSlot';
    this.modelId = modelId;
  }
}

/**
 * Takes a slot that live calls leave free, until one of them needs it. Throws `NoSlot` when none is free now.
 */
export function admitInBackground(
  generation: Pick<Generation, 'admitInBackground' | 'enginesKeepingNothing'>,
): Step<ReservedCall, Admitted> {
  return (exchange) => {
    const { admission, credential, call } = exchange;
    const refuse = (refusal: unknown): never => {
      admission.reservation.release();
      throw refusal;
    };
    const take = (only?: AllowedEngines): void => {
      const { config: model } = admission.model;
      const conversation = call && new ConversationKey(credential, call);
      const options = { conversation, only };
      const lease = generation.admitInBackground(model, credential.organizationId, exchange, options);
      if (!lease) throw new NoSlot(admission.model.id);
      admission.lease = lease;
    };
    const allowed = credential.zeroDataRetention
      ? generation.enginesKeepingNothing(admission.model.config.id)
      : undefined;
    if (allowed) return allowed.then(take).catch(refuse);
    try {
      return take();
    } catch (refusal) {
      return refuse(refusal);
    }
  };
}

/** The payer is known, and is charged when the owner of the call stores its result. */
export const deferCharge: Step<InternalExchange & Selected & Reserved> = (exchange) => {
  exchange.admission.reservation = exchange.charge.defer(exchange.admission.reservation);
};
