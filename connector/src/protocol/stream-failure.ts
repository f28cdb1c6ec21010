import { decodeCount, encodeCount } from './frame.ts';

/** Why a side resets a stream, by the reason number on the wire. */
const RESET_REASONS = [
  'cancelled',
  'busy',
  'target_refused',
  'timeout',
  'too_large',
  'unreachable',
  'bad_reply',
] as const;

export type ResetReason = (typeof RESET_REASONS)[number];

/** A stream that ended before its reply was complete. `lost`: the connection was lost, and it is unknown whether the call was executed. */
export class StreamFailure extends Error {
  override readonly name = 'StreamFailure';
  readonly reason: ResetReason | 'lost';

  constructor(reason: ResetReason | 'lost') {
    super(`the stream ended: ${reason}`);
    this.reason = reason;
  }
}

export function encodeReset(reason: ResetReason): Uint8Array {
  return encodeCount(RESET_REASONS.indexOf(reason));
}

/** An unknown reason of a later version becomes `bad_reply`: it is unknown whether the call succeeded. */
export function decodeReset(payload: Uint8Array): ResetReason {
  return RESET_REASONS[decodeCount(payload)] ?? 'bad_reply';
}
