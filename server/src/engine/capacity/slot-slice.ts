import type { Clock } from '#kit';
import { FAIR_SHARE_FROM, type SlotAnswer } from './capacity.ts';
import { SlotCount } from './slot-count.ts';
import type { SlotLender, SlotLoan } from './slot-lender.ts';

export interface SlotSliceOptions {
  readonly capacity: number;
  /** The engine's name among all nodes. */
  readonly engine: string;
  /** This slice's name among all nodes. */
  readonly holder: string;
  readonly lender: SlotLender;
  readonly clock: Clock;
}

/** D-78: a lease that nobody renews ends after this. */
const LEASE_MS = 60_000;
/** How often what changed is made known, and what is spare given back. */
const TICK_MS = 1000;
/** A lease is renewed after this at the latest, though nothing changed. */
const RENEW_MS = LEASE_MS / 3;
/** D-78: nobody waits longer than this for a slot. */
const PATIENCE_MS = 250;
/** How many nodes share an engine, as long as nobody said so. */
const NODES_ASSUMED = 8;

const REFUSALS = {
  fair_share: 'capacity_busy',
  full: 'temporarily_unavailable',
  unknown: 'capacity_unreachable',
} as const;

interface Waiting {
  readonly organizationId: string;
  readonly resolve: (answer: SlotAnswer) => void;
  /** Undefined once answered. */
  patience: NodeJS.Timeout | undefined;
}

/**
 * The part of an engine's slots that this node may use. Requests are answered from it at once; only when it is used up, or
 * the fleet is so full that fair shares count, is the lender asked. One question at a time is on its way, and all who wait
 * are in the next. A spare slot is given up before the lender hears of it, so that it is never on two nodes.
 */
export class SlotSlice extends SlotCount {
  readonly #options: SlotSliceOptions;
  readonly #fairFrom: number;
  readonly #timer: NodeJS.Timeout;
  #leased = 0;
  /** Slots that nobody had at the last answer. */
  #freeElsewhere = 0;
  #nodes = NODES_ASSUMED;
  /** Fair shares counted at the last answer: while they do, every request is judged over all nodes. */
  #scarce = false;
  /** When the last claim that was answered had been sent. */
  #confirmedAtMs = -Infinity;
  /** The connection it was answered on; undefined before the first answer. */
  #connection: number | undefined;
  #claims = 0;
  /** Most slots in use since the last tick, and in the second before it: so many are kept. */
  #peak = 0;
  #kept = 0;
  /** What the lender does not know yet can wait for the next tick, or cannot. */
  #changed = true;
  #urgent = false;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(options: SlotSliceOptions) {
    super(options.capacity);
    this.#options = options;
    this.#fairFrom = options.capacity * FAIR_SHARE_FROM;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    this.#tick();
  }

  override get hasRoom(): boolean {
    return this.inUse < (this.#isSure ? this.#leased + this.#freeElsewhere : this.#shareAlone);
  }

  override request(organizationId: string): SlotAnswer | Promise<SlotAnswer> {
    if (this.#isSure && !this.#scarce && this.inUse < this.#leased) {
      this.take(organizationId);
      return 'taken';
    }
    if (this.#options.lender.away) return this.#decideAlone(organizationId);
    return new Promise((resolve) => this.#wait(organizationId, resolve));
  }

  override take(organizationId: string): void {
    super.take(organizationId);
    this.#changed = true;
    this.#peak = Math.max(this.#peak, this.inUse);
    if (this.inUse > this.#leased) this.#hurry();
  }

  override giveBack(organizationId: string): void {
    super.giveBack(organizationId);
    this.#changed = true;
    if (this.#scarce) this.#hurry();
  }

  override async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const waiting of this.#waiting) this.#answer(waiting, () => 'temporarily_unavailable');
    await this.#working;
    await this.#options.lender.leave(this.#options.engine, this.#options.holder).catch(() => undefined);
  }

  /** The lease has not run out, nor did anything happen that may have lost it. */
  get #isSure(): boolean {
    return this.#connection === this.#options.lender.connection && this.#isAlive;
  }

  // A process that was frozen for longer must not go on with slots that others have by now.
  get #isAlive(): boolean {
    return this.#options.clock.monotonicMs() - this.#confirmedAtMs < LEASE_MS;
  }

  /** What this node may use when nobody can be asked: its lease, and always its part of the engine. */
  get #shareAlone(): number {
    return Math.max(1, Math.floor(this.capacity / this.#nodes), this.#isAlive ? this.#leased : 0);
  }

  #decideAlone(organizationId: string): SlotAnswer {
    const share = this.#shareAlone;
    if (this.inUse >= share) return 'capacity_unreachable';
    const held = this.heldBy(organizationId);
    if (held > 0 && this.inUse >= share * FAIR_SHARE_FROM && held >= Math.ceil(share / this.held.size))
      return 'capacity_busy';
    this.take(organizationId);
    return 'taken';
  }

  #wait(organizationId: string, resolve: Waiting['resolve']): void {
    const waiting: Waiting = { organizationId, resolve, patience: undefined };
    waiting.patience = setTimeout(
      () => this.#answer(waiting, () => this.#decideAlone(organizationId)),
      PATIENCE_MS,
    );
    this.#waiting.push(waiting);
    this.#work();
  }

  #answer(waiting: Waiting, decide: () => SlotAnswer): void {
    if (!waiting.patience) return;
    clearTimeout(waiting.patience);
    waiting.patience = undefined;
    waiting.resolve(decide());
  }

  #tick(): void {
    this.#kept = this.#peak;
    this.#peak = this.inUse;
    const renewed = this.#options.clock.monotonicMs() - this.#confirmedAtMs < RENEW_MS;
    if (this.#changed || this.#leased > this.inUse || !this.#isSure || !renewed) this.#hurry();
  }

  #hurry(): void {
    // While the lender is away what there is to say waits for a tick.
    if (this.#closed || this.#options.lender.away) return;
    this.#urgent = true;
    this.#work();
  }

  #work(): void {
    this.#working ??= this.#claimUntilDone();
  }

  async #claimUntilDone(): Promise<void> {
    // Whoever else asks in this turn of the event loop is in the same claim.
    await Promise.resolve();
    while (!this.#closed && (this.#urgent || this.#waiting.length > 0)) await this.#claim();
    this.#working = undefined;
  }

  async #claim(): Promise<void> {
    const { lender, clock, engine, holder } = this.#options;
    const { capacity, held, inUse } = this;
    const asking = this.#waiting.filter(({ patience }) => patience);
    const maySpare = this.#isSure && !this.#scarce && asking.length === 0;
    const kept = maySpare ? Math.max(inUse, Math.min(this.#kept, this.#leased)) : inUse;
    const [connection, sentAtMs, number] = [lender.connection, clock.monotonicMs(), ++this.#claims];
    this.#leased = kept;
    this.#waiting = [];
    this.#changed = this.#urgent = false;
    try {
      const wanted = asking.map(({ organizationId }) => organizationId);
      const limits = { capacity, fairFrom: this.#fairFrom, lifetimeMs: LEASE_MS, nodes: this.#nodes };
      const loan = await lender.claim({ engine, holder, number, ...limits, held, inUse, kept, wanted });
      this.#connection = connection;
      this.#confirmedAtMs = sentAtMs;
      this.#settle(asking, loan);
    } catch {
      this.#changed = true;
      for (const waiting of asking) this.#answer(waiting, () => this.#decideAlone(waiting.organizationId));
    }
  }

  #settle(asking: readonly Waiting[], { leased, leasedByAll, holders, outcomes }: SlotLoan): void {
    this.#leased = leased;
    this.#freeElsewhere = Math.max(0, this.capacity - leasedByAll);
    this.#nodes = holders;
    this.#scarce = leasedByAll >= this.#fairFrom;
    for (const [index, waiting] of asking.entries()) {
      const outcome = outcomes[index] ?? 'full';
      this.#answer(waiting, () => {
        if (outcome !== 'granted') return REFUSALS[outcome];
        this.take(waiting.organizationId);
        return 'taken';
      });
    }
    // Of what is scarce nobody keeps what he does not use, not even what was granted to one who has left meanwhile.
    if (this.#scarce && leased > this.inUse) this.#urgent = true;
  }
}
