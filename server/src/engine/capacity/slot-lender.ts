/** What this node holds of one engine's slots, and what it requests. */
export interface SlotClaim {
  /** The engine's name across nodes. */
  readonly engine: string;
  readonly holder: string;
  /** Rises with every claim of a holder, so that an overtaken claim is ignored. */
  readonly number: number;
  readonly capacity: number;
  /** Leased slots from which fair shares apply. */
  readonly fairFrom: number;
  /** Without another claim, all slots are released after this many milliseconds. */
  readonly lifetimeMs: number;
  /**
   * Number of holders in the last reply: a lender that lost its state grants nobody more than the
   * corresponding part of the engine.
   */
  readonly nodes: number;
  /** Slots in use here, by organization. */
  readonly held: ReadonlyMap<string, number>;
  readonly inUse: number;
  /** Slots in use or kept for upcoming requests. */
  readonly kept: number;
  /** Organizations that request one more slot each. */
  readonly wanted: readonly string[];
}

export interface SlotLoan {
  /** This holder's slots from now on: what it kept, what was granted, and a reserve while far from full. */
  readonly leased: number;
  readonly leasedByAll: number;
  /** Holders of this engine's slots, including this one. */
  readonly holders: number;
  /** In the order of `wanted`. `unknown` while the lender waits for all holders to register again. */
  readonly outcomes: readonly ('granted' | 'fair_share' | 'full' | 'unknown')[];
}

/** Lends an engine's slots to nodes, and knows what each of them holds. */
export interface SlotLender {
  /** It did not answer recently, so nobody should wait for it. */
  readonly unavailable: boolean;
  /** Changes when the lender's state may have been lost. */
  readonly connection: number;
  /**
   * Replaces the holder's recorded claim, and grants what is wanted as far as possible. Rejects when away.
   */
  claim(claim: SlotClaim): Promise<SlotLoan>;
  /** Releases everything. Rejects when away. */
  leave(engine: string, holder: string): Promise<void>;
}
