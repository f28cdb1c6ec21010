import type { Generation } from '#engine';
import type { Step } from '#exchange';
import type { UsageJournal } from '#store';
import { ApiError } from '@svc/contract';

/**
 * Step 14 (D-01): a slot at the engines, and a journal that can take the record. Nothing is sent that could not be
 * written down: a full disk refuses here, before anything costs money.
 */
export function admit(generation: Generation, journal: UsageJournal): Step {
  return ({ admission, credential }) => {
    try {
      if (!journal.accepting) throw new ApiError('temporarily_unavailable');
      admission.lease = generation.admit(admission.model.config, credential.organizationId);
    } catch (refusal) {
      admission.reservation!.release();
      throw refusal;
    }
  };
}
