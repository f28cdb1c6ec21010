import type { SlotClaim, SlotLender, SlotLoan } from '../capacity/slot-lender.ts';

/** A lender controlled by a test: records claims and replies as configured. */
export class FakeLender implements SlotLender {
  unavailable = false;
  connection = 0;
  readonly claims: SlotClaim[] = [];
  left = 0;
  /** By default grants everything, without a reserve, on an engine far from full. */
  respond: (claim: SlotClaim) => Partial<SlotLoan> | Promise<Partial<SlotLoan>> = () => ({});

  async claim(claim: SlotClaim): Promise<SlotLoan> {
    this.claims.push({ ...claim, held: new Map(claim.held) });
    const { outcomes = claim.wanted.map(() => 'granted' as const), ...rest } = await this.respond(claim);
    const leased = claim.kept + outcomes.filter((outcome) => outcome === 'granted').length;
    return { leased, leasedByAll: leased, holders: 3, outcomes, ...rest };
  }

  leave(): Promise<void> {
    this.left++;
    return Promise.resolve();
  }
}
