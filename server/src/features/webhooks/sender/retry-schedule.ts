import { hash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '#kit';

/** Pauses between attempts; the last one repeats (D-HOOK-6). */
const PAUSES_MS = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS);
const JITTER_SHARE = 0.1;
/** The last attempt is due this long before the end of the retry period, so that a sender that is late still makes it. */
const MARGIN_MS = MINUTE_MS;

export interface MadeAttempts {
  readonly deliveryId: string;
  /** Including the last one. */
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/**
 * When the next attempt is due after a failed one; undefined if there is none. Each pause counts from the previous attempt.
 * The number of attempts follows from the schedule without jitter, so that jitter never removes one.
 */
export function nextAttemptAtMs(made: MadeAttempts, retryHours: number): number | undefined {
  const retryMs = retryHours * HOUR_MS;
  const endMs = made.firstAtMs + retryMs;
  if (plannedMs(made.count) >= retryMs || made.lastAtMs + MARGIN_MS >= endMs) return undefined;
  return Math.min(made.lastAtMs + pauseMs(made), endMs - MARGIN_MS);
}

/** Whether the retry period is over. */
export function isOver(firstAtMs: number, nowMs: number, retryHours: number): boolean {
  return nowMs >= firstAtMs + retryHours * HOUR_MS;
}

/** Time from the first attempt to the next one after `count` attempts, without jitter. */
function plannedMs(count: number): number {
  let sum = 0;
  for (let attempt = 0; attempt < count; attempt++) sum += PAUSES_MS[attempt] ?? PAUSES_MS.at(-1)!;
  return sum;
}

/**
 * With jitter, so that deliveries that failed together are not all retried together. The jitter is a hash of the delivery id: every node
 * computes the same time.
 */
function pauseMs({ deliveryId, count }: MadeAttempts): number {
  const pause = PAUSES_MS[count - 1] ?? PAUSES_MS.at(-1)!;
  const share = hash('sha256', `${deliveryId} ${count}`, 'buffer').readUInt32BE(0) / 0xffff_ffff;
  return Math.round(pause * (1 + JITTER_SHARE * (2 * share - 1)));
}
