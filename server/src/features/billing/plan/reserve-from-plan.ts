import { StoreUnavailable } from '#store';
import { PLAN } from '../credits/cached-wallet.ts';
import type { LimitClaim, LimitLeases } from '../credits/limit-leases.ts';
import { PlanReservation, type PlanReservationParts } from './plan-reservation.ts';
import type { WindowKind } from './plan-windows.ts';

export interface PlanTerms {
  readonly kinds: readonly WindowKind[];
  /** Whether a refusal says which window is full. */
  readonly namesFullWindow: boolean;
}

/**
 * Lets the plan pay while these windows have room by the records of all nodes (LIMIT-22, LIMIT-29). Undefined
 * when one of them is full. Synchronous while the node has leased enough of the windows. During a database
 * outage the last known figures count.
 */
export function reserveFromPlan(
  parts: PlanReservationParts,
  { kinds, namesFullWindow }: PlanTerms,
): PlanReservation | undefined | Promise<PlanReservation | undefined> {
  const { account, allowance, admittedAtMs, heldMilli } = parts;
  const { leases, windows } = account;
  // Recorded use only grows: a full window is full on every node.
  if (windows.leftMilli(allowance, admittedAtMs, kinds) <= 0)
    return namesFullWindow ? askForFullWindows(parts, kinds) : undefined;
  account.allow(allowance);
  if (!leases || leases.unavailable || leases.covers(PLAN, heldMilli)) return new PlanReservation(parts);
  return claimFromPlan(parts, leases, kinds);
}

/** Use that another node has not delivered may fill a window that reopens later. That is the one to name (LIMIT-27). */
function askForFullWindows(
  parts: PlanReservationParts,
  kinds: readonly WindowKind[],
): undefined | Promise<PlanReservation | undefined> {
  const { account, allowance, admittedAtMs } = parts;
  const { leases, windows } = account;
  if (!leases || leases.unavailable || windows.isLastFull(allowance, admittedAtMs)) return undefined;
  account.allow(allowance);
  return claimFromPlan(parts, leases, kinds);
}

async function claimFromPlan(
  parts: PlanReservationParts,
  leases: LimitLeases,
  kinds: readonly WindowKind[],
): Promise<PlanReservation | undefined> {
  const { account, allowance, admittedAtMs, heldMilli } = parts;
  const { windows } = account;
  const left = (): number => windows.leftMilli(allowance, admittedAtMs, kinds);
  const claim: LimitClaim<PlanReservation> = {
    counters: () => PLAN,
    amount: heldMilli,
    left: () => left() - windows.heldMilli,
    passes: () => left() > 0,
    reserve: () => new PlanReservation(parts),
    undo: (reservation) => reservation.release(),
  };
  try {
    return await account.claim(leases, claim);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return left() > 0 ? new PlanReservation(parts) : undefined;
  }
}
