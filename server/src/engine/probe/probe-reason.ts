import { ejectionReason, type EjectionReason } from '../ejection.ts';
import type { EngineFault } from '../events.ts';
import type { RefusalReason } from '../refusal.ts';

/** Why a route or an engine does not answer (D-ENG-34). */
export type ProbeReason = EjectionReason | 'model_not_found';

export function probeReason(fault: EngineFault): ProbeReason {
  if (fault.refusal?.reason === 'model') return 'model_not_found';
  const reason = ejectionReason(fault, true);
  if (fault.status === 404 && reason === 'errors') return 'model_not_found';
  if (reason) return reason;
  return fault.kind === 'busy' ? 'throttled' : 'errors';
}

/** Answers to a request that the server will not take, whenever it is sent. */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 404, 405, 413, 415, 422, 501]);

const ABOUT_THE_QUESTION: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'parameter',
  'images',
  'size',
  // OpenRouter has no endpoint of the model for it.
  'model',
]);

/** Whether a fault says that the model, which answers other questions, cannot do this. */
export function refusesQuestion({ kind, status = 0, refusal }: EngineFault): boolean {
  if (kind !== 'status') return false;
  const reason = refusal?.reason;
  return REFUSING_STATUSES.has(status) && (reason === undefined || ABOUT_THE_QUESTION.has(reason));
}
