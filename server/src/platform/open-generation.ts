import { SharedSlots } from '#cluster';
import { FleetCapacity, Generation, type AttemptObserver } from '#engine';
import type { ProcessParts } from './process-services.ts';

/** The engines and their routes. Slots of shared engines are counted with the other nodes if there is Redis. */
export function openGeneration(
  { counters, runId, clock, log, deployment }: ProcessParts,
  observer: AttemptObserver,
): Generation {
  const capacity = counters && new FleetCapacity({ lender: new SharedSlots(counters), runId, clock });
  return new Generation({ config: deployment(), clock, log, observer, ...(capacity ? { capacity } : {}) });
}
