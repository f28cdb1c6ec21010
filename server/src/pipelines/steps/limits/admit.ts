import { ConversationKey, type AllowedEngines, type CapacityLease, type Generation } from '#engine';
import type { Admitted, Authenticated, Exchange, Reserved, Selected, Step } from '#exchange';
import type { UsageJournal } from '#store';
import { ApiError } from '@svc/contract';

type ReservedCall = Exchange & Authenticated & Selected & Reserved;

/**
 * Step 14 (D-01): takes a slot at the engines and requires a journal that accepts records. Nothing runs that
 * could not be recorded: a full disk refuses here, before anything costs money. Releases everything if the
 * client has left.
 */
export function admit(
  generation: Pick<Generation, 'admit' | 'enginesKeepingNothing'>,
  journal: Pick<UsageJournal, 'accepting'>,
): Step<ReservedCall, Admitted> {
  return (exchange) => {
    const { admission, credential, trace, call } = exchange;
    const refuse = (refusal: unknown): never => {
      admission.reservation.release();
      throw refusal;
    };
    try {
      if (!journal.accepting) throw new ApiError('temporarily_unavailable');
      const { config: model } = admission.model;
      const conversation = call && new ConversationKey(credential, call);
      const take = (only?: AllowedEngines) =>
        generation.admit(model, credential.organizationId, trace, { conversation, only });
      const allowed = credential.zeroDataRetention ? generation.enginesKeepingNothing(model.id) : undefined;
      const lease = allowed ? allowed.then(take) : take();
      if (lease instanceof Promise) return lease.then((granted) => keep(exchange, granted), refuse);
      admission.lease = lease;
      return;
    } catch (refusal) {
      return refuse(refusal);
    }
  };
}

function keep({ admission, disconnected }: ReservedCall, lease: CapacityLease): void {
  if (!disconnected) return void (admission.lease = lease);
  lease.release();
  admission.reservation.release();
}
