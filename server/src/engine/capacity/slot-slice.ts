import type { Clock } from '#kit';
import { FAIR_SHARE_FROM, type SlotOutcome } from './capacity.ts';
import { SlotCount } from './slot-count.ts';
import type { SlotLender, SlotLoan } from './slot-lender.ts';

export interface SlotSliceOptions {
  readonly capacity: number;
  /** The engine's name across nodes. */
  readonly engine: string;
  /** This slice's name across nodes. */
  readonly holder: string;
  readonly lender: SlotLender;
  readonly clock: Clock;
}

/** D-78: a lease that is not renewed ends after this. */
const LEASE_MS = 60_000;
/** How often changes are reported and spare slots released. */
const TICK_MS = 1000;
/** A lease is renewed after this at the latest, even if nothing changed. */
const RENEW_MS = LEASE_MS / 3;
/** D-78: nobody waits longer than this for a slot. */
const MAX_WAIT_MS = 250;
/** The assumed number of nodes sharing an engine until the lender reports it. */
const NODES_ASSUMED = 8;

const REFUSALS = {
  fair_share: 'capacity_busy',
  full: 'temporarily_unavailable',
  unknown: 'capacity_unreachable',
} as const;

interface Waiting {
  readonly organizationId: string;
  readonly resolve: (result: SlotOutcome) => void;
  /** Undefined once answered. */
  timeout: NodeJS.Timeout | undefined;
}

/**
 * The part of an engine's slots that this node may use. Requests are answered from it immediately. The lender
 * is asked only when it is used up, or when the fleet is so full that fair shares apply. One claim is in
 * flight at a time, and all waiting requests join the next one. A spare slot is given up before the lender
 * learns of it, so that no slot is ever on two nodes.
 */
export class SlotSlice extends SlotCount {
  readonly #options: SlotSliceOptions;
  readonly #fairFrom: number;
  readonly #timer: NodeJS.Timeout;
  #leased = 0;
  /** Slots that nobody held at the last reply. */
  #freeElsewhere = 0;
  /** Slots that other nodes held for live calls at the last reply. */
  #leasedElsewhere = 0;
  #nodes = NODES_ASSUMED;
  /** Fair shares applied at the last reply: while they do, every request is decided across all nodes. */
  #scarce = false;
  /** When the last answered claim was sent. */
  #confirmedAtMs = -Infinity;
  /** The connection of the last reply; undefined before the first. */
  #connection: number | undefined;
  #claims = 0;
  /** The most slots in use since the last tick and in the second before it: this many are kept. */
  #peak = 0;
  #kept = 0;
  /** Whether the lender lacks recent changes, and whether they can wait for the next tick. */
  #changed = true;
  #urgent = false;
  #waiting: Waiting[] = [];
  /** Those, and those that the claim under way asks for. */
  #unanswered = 0;
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(options: SlotSliceOptions) {
    super(options.capacity);
    this.#options = options;
    this.#fairFrom = options.capacity * FAIR_SHARE_FROM;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    this.#tick();
  }

  override get waiting(): number {
    return this.#unanswered;
  }

  override get hasRoom(): boolean {
    return this.inUse < (this.#isSure ? this.#leased + this.#freeElsewhere : this.#shareAlone);
  }

  override request(organizationId: string): SlotOutcome | Promise<SlotOutcome> {
    if (this.#isSure && !this.#scarce && this.inUse < this.#leased) {
      this.take(organizationId);
      return 'taken';
    }
    if (this.#options.lender.unavailable) return this.#decideAlone(organizationId);
    return new Promise((resolve) => this.#wait(organizationId, resolve));
  }

  override take(organizationId: string): void {
    super.take(organizationId);
    this.#changed = true;
    this.#peak = Math.max(this.#peak, this.inUse);
    if (this.inUse > this.#leased) this.#hurry();
  }

  override release(organizationId: string): void {
    super.release(organizationId);
    this.#changed = true;
    if (this.#scarce) this.#hurry();
  }

  /**
   * A part of what all nodes leave below the point where fair shares apply, so that background work neither
   * makes them apply to live calls nor fills the engine before its node learns of other nodes' calls.
   */
  protected override backgroundRoom(liveCalls: number): number {
    if (!this.#isSure) return Math.floor(this.#shareAlone * FAIR_SHARE_FROM) - liveCalls;
    return Math.floor((this.#fairFrom - this.#leasedElsewhere - liveCalls) / this.#nodes);
  }

  protected override get leftForBackground(): number {
    return (this.#isSure ? this.capacity - this.#leasedElsewhere : this.#shareAlone) - this.inUse;
  }

  override async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const waiting of this.#waiting) this.#reply(waiting, () => 'temporarily_unavailable');
    await this.#working;
    await this.#options.lender.leave(this.#options.engine, this.#options.holder).catch(() => undefined);
  }

  /** The lease has not expired, and nothing happened that may have lost it. */
  get #isSure(): boolean {
    return this.#connection === this.#options.lender.connection && this.#isAlive;
  }

  // A process that was suspended for longer must not continue with slots that others may hold by now.
  get #isAlive(): boolean {
    return this.#options.clock.monotonicMs() - this.#confirmedAtMs < LEASE_MS;
  }

  /** What this node may use when the lender is away: its lease, and always its part of the engine. */
  get #shareAlone(): number {
    return Math.max(1, Math.floor(this.capacity / this.#nodes), this.#isAlive ? this.#leased : 0);
  }

  #decideAlone(organizationId: string): SlotOutcome {
    const share = this.#shareAlone;
    if (this.inUse >= share) return 'capacity_unreachable';
    const held = this.heldBy(organizationId);
    if (held > 0 && this.inUse >= share * FAIR_SHARE_FROM && held >= Math.ceil(share / this.held.size))
      return 'capacity_busy';
    this.take(organizationId);
    return 'taken';
  }

  #wait(organizationId: string, resolve: Waiting['resolve']): void {
    const waiting: Waiting = { organizationId, resolve, timeout: undefined };
    waiting.timeout = setTimeout(
      () => this.#reply(waiting, () => this.#decideAlone(organizationId)),
      MAX_WAIT_MS,
    );
    this.#waiting.push(waiting);
    this.#unanswered++;
    this.#work();
  }

  #reply(waiting: Waiting, decide: () => SlotOutcome): void {
    if (!waiting.timeout) return;
    clearTimeout(waiting.timeout);
    waiting.timeout = undefined;
    this.#unanswered--;
    waiting.resolve(decide());
  }

  #tick(): void {
    this.#kept = this.#peak;
    this.#peak = this.inUse;
    const renewed = this.#options.clock.monotonicMs() - this.#confirmedAtMs < RENEW_MS;
    // A node with background work must notice when other nodes' live calls grow.
    const watches = this.background > 0;
    if (this.#changed || watches || this.#leased > this.inUse || !this.#isSure || !renewed) this.#hurry();
  }

  #hurry(): void {
    // While the lender is away, reports wait for a tick.
    if (this.#closed || this.#options.lender.unavailable) return;
    this.#urgent = true;
    this.#work();
  }

  #work(): void {
    this.#working ??= this.#claimUntilDone();
  }

  async #claimUntilDone(): Promise<void> {
    // Other requests of this turn of the event loop join the same claim.
    await Promise.resolve();
    while (!this.#closed && (this.#urgent || this.#waiting.length > 0)) await this.#claim();
    this.#working = undefined;
  }

  async #claim(): Promise<void> {
    const { lender, clock, engine, holder } = this.#options;
    const { capacity, held, inUse } = this;
    const asking = this.#waiting.filter(({ timeout }) => timeout);
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
      for (const waiting of asking) this.#reply(waiting, () => this.#decideAlone(waiting.organizationId));
    }
  }

  #settle(asking: readonly Waiting[], { leased, leasedByAll, holders, outcomes }: SlotLoan): void {
    this.#leased = leased;
    this.#freeElsewhere = Math.max(0, this.capacity - leasedByAll);
    this.#leasedElsewhere = Math.max(0, leasedByAll - leased);
    this.#nodes = holders;
    this.#scarce = leasedByAll >= this.#fairFrom;
    for (const [index, waiting] of asking.entries()) {
      const outcome = outcomes[index] ?? 'full';
      this.#reply(waiting, () => {
        if (outcome !== 'granted') return REFUSALS[outcome];
        this.take(waiting.organizationId);
        return 'taken';
      });
    }
    this.yieldBackground();
    // When slots are scarce, unused ones are not kept, not even one granted to a caller who has left.
    if (this.#scarce && leased > this.inUse) this.#urgent = true;
  }
}
