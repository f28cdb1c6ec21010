import { EngineFault } from '../../../events.ts';
import { readErrorObject, STATUS_OF_REASON } from './read-refusal.ts';

/** A reader's fault with what its event or answer says of it: readers know an error in place of a reply, and not what it is about. */
export function withRefusal(error: unknown, json: string): unknown {
  if (!(error instanceof EngineFault)) return error;
  const read = readErrorObject(json, error.status);
  if (!read) return error;
  const { refusal, retryAfterSeconds: hint } = read;
  const status = error.status ?? (refusal && STATUS_OF_REASON[refusal.reason]);
  return status === undefined
    ? error
    : new EngineFault('status', { status, refusal, retryAfterSeconds: hint ?? error.retryAfterSeconds });
}
