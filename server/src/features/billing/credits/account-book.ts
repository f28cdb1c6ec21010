import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { describeError, type Clock, type Log } from '#kit';
import { StoreUnavailable, type Tables, type UsageJournal } from '#store';
import { Account, type Charge } from './account.ts';
import { ChargeQueue } from './charge-queue.ts';
import { loadAccounts } from '../store/accounts.ts';
import { dropExpiredLeases, dropLeasesOfEarlierRuns } from '../store/leases.ts';
import { usageUncheckable } from '../usage-uncheckable.ts';
import { walletLender } from './wallet-lender.ts';

export interface AccountBookOptions {
  readonly db: Kysely<Tables>;
  readonly journal: Pick<UsageJournal, 'delivered' | 'replayed' | 'replay' | 'betweenBatches'>;
  readonly clock: Clock;
  readonly log: Log;
  /** This node; stays the same over restarts. */
  readonly nodeId: string;
  /** This run of it, in its leases of wallets and its records: `nodeId`, a slash, and something new. */
  readonly runId: string;
  readonly holdMs: () => number;
}

const REFRESH_MS = 1000;
/** Figures older than this are read again before they are used, while the database is there. */
const STALE_MS = 5000;
const TIDY_MS = 60_000;
/** Wallets asked about at a time. */
const AT_ONCE = 8;
/** An account nobody asked for in this time is forgotten. */
const FORGET_MS = 600_000;
/** How long an account that was never read waits for the records of an earlier run, which may concern it. */
const REPLAY_LIMIT_MS = 3000;

/**
 * The accounts in use on this node: read from the database, kept up to date by what this node charges, and read again every
 * second in which they were used, for what other nodes and operators did. A change of limits is in force for the next request.
 */
export class AccountBook {
  readonly #options: AccountBookOptions;
  readonly #accounts = new Map<string, Account>();
  readonly #loading = new Map<string, Promise<Account>>();
  readonly #underway: ChargeQueue;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #refreshing: Promise<void> | undefined;
  #failing = false;
  #tidiedAt = 0;
  #leftovers = true;

  constructor(options: AccountBookOptions) {
    this.#options = options;
    this.#underway = new ChargeQueue(options.journal);
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS).unref();
    // One that is under way may have begun before the time was moved.
    this.#stopListening = options.clock.onAdvance(async () => {
      await this.#refreshing;
      await this.refresh();
      // Leases run out by the clock that was moved: busy ones too must be renewed.
      await this.#returnFree({ always: true }).catch(() => undefined);
    });
  }

  /** Synchronous when known. Rejects with 503 `usage_check_unavailable` when it is not and the database is away. */
  find(organizationId: string): Account | Promise<Account> {
    const account = this.#accounts.get(organizationId);
    if (!account) return this.#load(organizationId);
    this.#underway.settle();
    account.usedAt = this.#options.clock.monotonicMs();
    return this.#failing || isFresh(account) ? account : this.#readAgain(account);
  }

  /** What may be spent was changed, by this node or another one. */
  invalidateOrganization(organizationId: string): void {
    const changedAt = this.#options.clock.monotonicMs();
    const account = this.#accounts.get(organizationId);
    if (account) account.changedAt = changedAt;
    // Its figures may be from before the change, and are for those who wait for them already.
    void this.#loading.get(organizationId)?.then(
      (loaded) => (loaded.changedAt = changedAt),
      () => undefined,
    );
  }

  invalidateAll(): void {
    for (const organizationId of new Set([...this.#accounts.keys(), ...this.#loading.keys()])) this.invalidateOrganization(organizationId);
  }

  /** Counts a charge whose record is in the journal, where it ends at `place`. */
  charge(account: Account, charge: Charge, place: number): void {
    account.count(charge);
    this.#underway.add(account, charge, place);
  }

  /** Reads every account in use again. Never rejects. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined)));
  }

  /** After the last request: gives every lease back. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#refreshing;
    this.#underway.settle();
    await this.#returnFree({ always: true }).catch(() => undefined);
  }

  /** A refresh under way may have begun before this account was in use; one after it has not. */
  async #readAgain(account: Account): Promise<Account> {
    for (let tries = 0; tries < 2 && !this.#failing && !isFresh(account); tries++) await this.refresh();
    return account;
  }

  #load(organizationId: string): Promise<Account> {
    let loading = this.#loading.get(organizationId);
    if (!loading) {
      loading = this.#read(organizationId).finally(() => this.#loading.delete(organizationId));
      this.#loading.set(organizationId, loading);
    }
    return loading;
  }

  async #read(organizationId: string): Promise<Account> {
    const { db, clock, runId, holdMs, journal } = this.#options;
    const account = new Account(organizationId, walletLender({ db, organizationId, holder: runId, holdMs, clock }), clock);
    try {
      await this.#replayed();
      const readAt = clock.monotonicMs();
      await journal.betweenBatches(() => this.#reset([account]));
      account.usedAt = account.readAt = readAt;
    } catch (cause) {
      throw usageUncheckable(cause);
    }
    this.#accounts.set(organizationId, account);
    return account;
  }

  /** What an earlier run charged and did not deliver is in no account: none is read before it is in the database. */
  async #replayed(): Promise<void> {
    const { journal } = this.#options;
    if (journal.replayed) return;
    const tooLong = delay(REPLAY_LIMIT_MS, undefined, { ref: false }).then(() => Promise.reject(new StoreUnavailable('timed_out')));
    await Promise.race([journal.replay(), tooLong]);
  }

  async #refresh(): Promise<void> {
    const { log } = this.#options;
    try {
      this.#underway.settle();
      this.#forget();
      await this.#reload();
      await this.#returnFree();
      if (this.#failing) log.info('accounts can be read again');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) log.warn({ error: describeError(error) }, 'accounts cannot be read: what is known stays in force');
      this.#failing = true;
    }
  }

  /** Between two batches of records: what is read then holds all that was delivered and nothing that was not. */
  async #reload(): Promise<void> {
    const { clock, journal } = this.#options;
    const startedAt = clock.monotonicMs();
    const inUse = [...this.#accounts.values()].filter(({ usedAt, changedAt, readAt }) => Math.max(usedAt, changedAt) > readAt);
    if (inUse.length === 0) return;
    await journal.betweenBatches(() => this.#reset(inUse));
    for (const account of inUse) account.readAt = startedAt;
  }

  async #reset(accounts: readonly Account[]): Promise<void> {
    const { db, clock } = this.#options;
    const nowMs = clock.nowMs();
    const ids = accounts.map(({ organizationId }) => organizationId);
    const states = await loadAccounts(db, ids, nowMs);
    this.#underway.settle();
    const underway = this.#underway.byAccount();
    for (const account of accounts) account.reset(states.get(account.organizationId)!, underway.get(account) ?? [], nowMs);
  }

  async #returnFree(options?: { readonly always: boolean }): Promise<void> {
    const { db, nodeId, runId, clock, journal } = this.#options;
    const accounts = [...this.#accounts.values()];
    for (let i = 0; i < accounts.length; i += AT_ONCE) {
      await Promise.all(accounts.slice(i, i + AT_ONCE).map((account) => account.wallet.returnFree(options)));
    }
    if (clock.monotonicMs() - this.#tidiedAt > TIDY_MS) {
      this.#tidiedAt = clock.monotonicMs();
      await dropExpiredLeases(db, clock.nowMs());
    }
    if (!this.#leftovers || !journal.replayed) return;
    await dropLeasesOfEarlierRuns(db, nodeId, runId);
    this.#leftovers = false;
  }

  #forget(): void {
    const now = this.#options.clock.monotonicMs();
    const unused = [...this.#accounts].filter(([, account]) => now - account.usedAt > FORGET_MS && account.idle);
    if (unused.length === 0) return;
    const counting = this.#underway.byAccount();
    for (const [id, account] of unused) if (!counting.has(account)) this.#accounts.delete(id);
  }
}

function isFresh({ usedAt, changedAt, readAt }: Account): boolean {
  return usedAt - readAt < STALE_MS && readAt > changedAt;
}
