/** What this node holds of one engine's slots, and what it asks for. */
export interface SlotClaim {
  /** The engine's name among all nodes. */
  readonly engine: string;
  readonly holder: string;
  /** Rises with every claim of a holder, so that one overtaken on its way is not believed. */
  readonly number: number;
  readonly capacity: number;
  /** Leased slots from which on fair shares count. */
  readonly fairFrom: number;
  /** After so many milliseconds without another claim everybody else may have the slots. */
  readonly lifetimeMs: number;
  /** Holders at the last answer: when the lender has lost its books, nobody gets more than such a part of the engine. */
  readonly nodes: number;
  /** Slots in use here, by organization. */
  readonly held: ReadonlyMap<string, number>;
  readonly inUse: number;
  /** Slots in use, or kept for what comes next. */
  readonly kept: number;
  /** Organizations that want one more slot each. */
  readonly wanted: readonly string[];
}

export interface SlotLoan {
  /** Slots this holder has from now on: what it kept, what was granted, and some to spare far from full. */
  readonly leased: number;
  readonly leasedByAll: number;
  /** Holders of this engine's slots, this one included. */
  readonly holders: number;
  /** In the order of `wanted`. Unknown, while the lender waits for all to register again. */
  readonly outcomes: readonly ('granted' | 'fair_share' | 'full' | 'unknown')[];
}

/** Lends an engine's slots to nodes, and knows what each of them holds. */
export interface SlotLender {
  /** It did not answer lately: nobody should wait for it. */
  readonly away: boolean;
  /** Changes when what the lender knew may have been lost. */
  readonly connection: number;
  /** Makes a claim known, whatever was known before, and grants what is wanted as far as it goes. Rejects when away. */
  claim(claim: SlotClaim): Promise<SlotLoan>;
  /** Gives everything back. Rejects when away. */
  leave(engine: string, holder: string): Promise<void>;
}
