import type { Kysely } from 'kysely';
import { describeError, type Clock, type Log } from '#kit';
import type { DeferredCharge } from '#exchange';
import type { PeriodicJob } from '#jobs';
import { StoreUnavailable, type Announcements, type Tables, type UsageJournal } from '#store';
import { CachedWallet, type WalletLenders, type Charge } from './cached-wallet.ts';
import { ChargeQueue } from './charge-queue.ts';
import { EarlierRuns } from './earlier-runs.ts';
import { LeaseRecall } from './lease-recall.ts';
import { loadWallets } from '../store/wallet-states.ts';
import { dropExpiredLeases } from '../store/leases.ts';
import { replaceLimitLeases } from '../store/limit-leases.ts';
import { usageUncheckable } from '../usage-uncheckable.ts';
import { walletLender } from './wallet-lender.ts';

export interface WalletCacheOptions {
  readonly db: Kysely<Tables>;
  readonly journal: Pick<
    UsageJournal,
    'delivered' | 'replayed' | 'replay' | 'betweenBatches' | 'flush' | 'deliver'
  >;
  /** Announcements to other processes on the same database. Absent: there are no other processes. */
  readonly announcements: Announcements | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Identifies this node and stays the same across restarts. */
  readonly nodeId: string;
  /**
   * Identifies this run of the node in its wallet leases and records: `nodeId`, a slash, and a unique part.
   */
  readonly runId: string;
  readonly holdMs: () => number;
}

const REFRESH_MS = 1000;
/** Figures older than this are reloaded before use while the database is available. */
const STALE_MS = 5000;
const TIDY_MS = 60_000;
/** Wallets refreshed concurrently. */
const CONCURRENCY = 8;
/** Accounts unused for this long are evicted. */
const FORGET_MS = 600_000;

/**
 * Caches the accounts in use on this node. They are loaded from the database, updated by the node's own
 * charges, and reloaded every second while in use, which picks up what other nodes and operators changed. A
 * change of limits applies to the next request.
 */
export class WalletCache {
  readonly #options: WalletCacheOptions;
  readonly #accounts = new Map<string, CachedWallet>();
  readonly #loading = new Map<string, Promise<CachedWallet>>();
  readonly #underway: ChargeQueue;
  readonly #earlierRuns: EarlierRuns;
  readonly #recall: LeaseRecall | undefined;
  readonly job: PeriodicJob = {
    name: 'billing.accounts',
    everyMs: REFRESH_MS,
    run: () => this.#keepCurrent(),
  };
  /** The test clock's offset when leases were last renewed. */
  #offsetMs: number;
  #refreshing: Promise<void> | undefined;
  #failing = false;
  #tidiedAt = 0;

  constructor(options: WalletCacheOptions) {
    this.#options = options;
    this.#underway = new ChargeQueue(options.journal);
    this.#earlierRuns = new EarlierRuns(options);
    const { announcements } = options;
    this.#recall =
      announcements && new LeaseRecall({ ...options, announcements, release: (id) => this.#release(id) });
    this.#offsetMs = options.clock.offsetMs();
  }

  /**
   * Synchronous when the account is cached. Rejects with 503 `usage_check_unavailable` when it is not and the
   * database is unavailable.
   */
  find(organizationId: string): CachedWallet | Promise<CachedWallet> {
    const account = this.#accounts.get(organizationId);
    if (!account) return this.#load(organizationId);
    this.#underway.settle();
    account.usedAt = this.#options.clock.monotonicMs();
    return this.#failing || isFresh(account) ? account : this.#readAgain(account);
  }

  /** Discards the cached account after this node or another one changed what it may spend. */
  invalidateOrganization(organizationId: string): void {
    const changedAt = this.#options.clock.monotonicMs();
    this.#accounts.get(organizationId)?.changed(changedAt);
    // Figures being loaded may predate the change. They still go to the callers already waiting for them.
    void this.#loading.get(organizationId)?.then(
      (loaded) => loaded.changed(changedAt),
      () => undefined,
    );
  }

  invalidateAll(): void {
    for (const organizationId of new Set([...this.#accounts.keys(), ...this.#loading.keys()]))
      this.invalidateOrganization(organizationId);
  }

  /** Counts a charge whose record is in the journal and ends there at `offset`. */
  charge(account: CachedWallet, charge: Charge, offset: number): void {
    account.charge(charge);
    this.#underway.add(account, charge, offset);
  }

  /** Counts a charge that is written in the same transaction as the result it pays for, if that is stored. */
  defer(account: CachedWallet, charge: Charge): DeferredCharge {
    account.charge(charge);
    return this.#underway.defer(account, charge);
  }

  /** Reloads every account in use. Never rejects. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined)));
  }

  /** Returns every lease. Called after the last request. */
  async close(): Promise<void> {
    this.#recall?.close();
    await this.#refreshing;
    this.#underway.settle();
    await this.#returnFree({ always: true }).catch(() => undefined);
  }

  async #keepCurrent(): Promise<void> {
    // A refresh already under way may have started before the clock was moved.
    await this.#refreshing;
    await this.refresh();
    const offsetMs = this.#options.clock.offsetMs();
    if (offsetMs === this.#offsetMs) return;
    // Leases expire by the moved clock, so busy ones must be renewed too.
    await this.#returnFree({ always: true }).catch(() => undefined);
    this.#offsetMs = offsetMs;
  }

  /** Waits for a new refresh: one already under way may have started before this account was in use. */
  async #readAgain(account: CachedWallet): Promise<CachedWallet> {
    for (let tries = 0; tries < 2 && !this.#failing && !isFresh(account); tries++) await this.refresh();
    return account;
  }

  #load(organizationId: string): Promise<CachedWallet> {
    let loading = this.#loading.get(organizationId);
    if (!loading) {
      loading = this.#read(organizationId).finally(() => this.#loading.delete(organizationId));
      this.#loading.set(organizationId, loading);
    }
    return loading;
  }

  async #read(organizationId: string): Promise<CachedWallet> {
    const { clock, journal } = this.#options;
    const account = this.#open(organizationId);
    try {
      await this.#earlierRuns.settled();
      const readAt = clock.monotonicMs();
      await journal.betweenBatches(() => this.#reset([account]));
      account.usedAt = account.readAt = readAt;
    } catch (cause) {
      throw usageUncheckable(cause);
    }
    this.#accounts.set(organizationId, account);
    return account;
  }

  #open(organizationId: string): CachedWallet {
    const { db, clock, runId, holdMs, journal } = this.#options;
    const recall = this.#recall;
    const lenders: WalletLenders = {
      wallet: walletLender({ db, organizationId, holder: runId, holdMs, clock }),
      limits: recall && {
        holdMs,
        unavailable: () => this.#failing,
        replace: (decide) =>
          journal.betweenBatches(() =>
            replaceLimitLeases(
              db,
              { organizationId, holder: runId, expiresAtMs: clock.nowMs() + holdMs() },
              clock.nowMs(),
              async (trx, others) => {
                await this.#reset([account], trx);
                return decide(others);
              },
            ),
          ),
        held: (counter) => account.held(counter),
        undelivered: (counter) => this.#underway.amount(account, counter),
      },
      settle: () => this.#settleOwn(account),
      recall: async () => recall?.recall(organizationId),
    };
    const account = new CachedWallet(organizationId, lenders, clock);
    return account;
  }

  /** Settles what this node's finished requests held. A request waits for it, so not for the end of an outage. */
  async #settleOwn(account: CachedWallet): Promise<void> {
    await this.#options.journal.deliver().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
    this.#underway.settle();
    await account.returnFree({ always: true });
  }

  /** Returns unused leases for another node that would otherwise refuse a request. */
  async #release(organizationId: string): Promise<void> {
    const account = this.#accounts.get(organizationId);
    if (!account) return;
    await this.#options.journal.flush();
    this.#underway.settle();
    await account.returnFree({ always: true });
  }

  async #refresh(): Promise<void> {
    const { log } = this.#options;
    try {
      this.#underway.settle();
      this.#forget();
      await this.#reload();
      await this.#returnFree();
      if (this.#failing) log.info('refreshing balances recovered');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing)
        log.warn({ error: describeError(error) }, 'refreshing balances failed; using cached ones');
      this.#failing = true;
    }
  }

  /** Loads between two batches of records, so that the figures include exactly what was delivered. */
  async #reload(): Promise<void> {
    const { clock, journal } = this.#options;
    const startedAt = clock.monotonicMs();
    const inUse = [...this.#accounts.values()].filter(
      ({ usedAt, changedAt, readAt }) => Math.max(usedAt, changedAt) > readAt,
    );
    if (inUse.length === 0) return;
    await journal.betweenBatches(() => this.#reset(inUse));
    for (const account of inUse) account.readAt = startedAt;
  }

  async #reset(accounts: readonly CachedWallet[], db = this.#options.db): Promise<void> {
    const { clock } = this.#options;
    const nowMs = clock.nowMs();
    const ids = accounts.map(({ organizationId }) => organizationId);
    const states = await loadWallets(db, ids, nowMs);
    this.#underway.settle();
    const underway = this.#underway.byWallet();
    for (const account of accounts)
      account.reset(states.get(account.organizationId)!, underway.get(account) ?? [], nowMs);
  }

  async #returnFree(options?: { readonly always: boolean }): Promise<void> {
    const { db, clock, journal } = this.#options;
    const accounts = [...this.#accounts.values()];
    for (let i = 0; i < accounts.length; i += CONCURRENCY) {
      await Promise.all(accounts.slice(i, i + CONCURRENCY).map((account) => account.returnFree(options)));
    }
    if (clock.monotonicMs() - this.#tidiedAt > TIDY_MS) {
      this.#tidiedAt = clock.monotonicMs();
      await dropExpiredLeases(db, clock.nowMs());
    }
    if (journal.replayed) await this.#earlierRuns.settled();
  }

  #forget(): void {
    const now = this.#options.clock.monotonicMs();
    const unused = [...this.#accounts].filter(
      ([, account]) => now - account.usedAt > FORGET_MS && account.idle,
    );
    if (unused.length === 0) return;
    const counting = this.#underway.byWallet();
    for (const [id, account] of unused) if (!counting.has(account)) this.#accounts.delete(id);
  }
}

function isFresh({ usedAt, changedAt, readAt }: CachedWallet): boolean {
  return usedAt - readAt < STALE_MS && readAt > changedAt;
}
