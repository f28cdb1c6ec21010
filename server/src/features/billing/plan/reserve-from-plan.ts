import { StoreUnavailable } from '#store';
import { PLAN } from '../credits/account.ts';
import type { LimitClaim, LimitLeases } from '../credits/limit-leases.ts';
import { PlanReservation, type PlanReservationParts } from './plan-reservation.ts';
import type { WindowKind } from './plan-windows.ts';

/**
 * Has the plan pay while these windows have room by what all nodes recorded (LIMIT-22, LIMIT-29). Undefined when one of them is full.
 * Synchronous while the node has enough of the windows leased. While the database is away what is known of them counts.
 */
export function reserveFromPlan(
  parts: PlanReservationParts,
  kinds: readonly WindowKind[],
): PlanReservation | undefined | Promise<PlanReservation | undefined> {
  const { account, allowance, admittedAtMs, heldMilli } = parts;
  const { leases, windows } = account;
  // What is recorded only grows: full is full, on every node.
  if (windows.leftMilli(allowance, admittedAtMs, kinds) <= 0) return undefined;
  account.allow(allowance);
  if (!leases || leases.away || leases.covers(PLAN, heldMilli)) return new PlanReservation(parts);
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
