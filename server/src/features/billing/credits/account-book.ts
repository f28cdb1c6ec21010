import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { describeError, type Clock, type Log } from '#kit';
import type { PeriodicJob } from '#jobs';
import { StoreUnavailable, type Announcements, type Tables, type UsageJournal } from '#store';
import { Account, type AccountLenders, type Charge } from './account.ts';
import { ChargeQueue } from './charge-queue.ts';
import { LeaseRecall } from './lease-recall.ts';
import { loadAccounts } from '../store/accounts.ts';
import { dropExpiredLeases, dropLeasesOfEarlierRuns } from '../store/leases.ts';
import { replaceLimitLeases } from '../store/limit-leases.ts';
import { usageUncheckable } from '../usage-uncheckable.ts';
import { walletLender } from './wallet-lender.ts';

export interface AccountBookOptions {
  readonly db: Kysely<Tables>;
  readonly journal: Pick<UsageJournal, 'delivered' | 'replayed' | 'replay' | 'betweenBatches' | 'flush'>;
  /** To other processes on the same database. Absent: there are none. */
  readonly announcements: Announcements | undefined;
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
  readonly #recall: LeaseRecall | undefined;
  readonly job: PeriodicJob = {
    name: 'billing.accounts',
    everyMs: REFRESH_MS,
    run: () => this.#keepCurrent(),
  };
  /** How far the test clock had been moved when leases were last renewed. */
  #offsetMs: number;
  #refreshing: Promise<void> | undefined;
  #failing = false;
  #tidiedAt = 0;
  #leftovers: Promise<void> | undefined;

  constructor(options: AccountBookOptions) {
    this.#options = options;
    this.#underway = new ChargeQueue(options.journal);
    const { announcements } = options;
    this.#recall =
      announcements && new LeaseRecall({ ...options, announcements, giveBack: (id) => this.#giveBack(id) });
    this.#offsetMs = options.clock.offsetMs();
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
    this.#accounts.get(organizationId)?.changed(changedAt);
    // Its figures may be from before the change, and are for those who wait for them already.
    void this.#loading.get(organizationId)?.then(
      (loaded) => loaded.changed(changedAt),
      () => undefined,
    );
  }

  invalidateAll(): void {
    for (const organizationId of new Set([...this.#accounts.keys(), ...this.#loading.keys()]))
      this.invalidateOrganization(organizationId);
  }

  /** Counts a charge whose record is in the journal, where it ends at `offset`. */
  charge(account: Account, charge: Charge, offset: number): void {
    account.charge(charge);
    this.#underway.add(account, charge, offset);
  }

  /** Reads every account in use again. Never rejects. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined)));
  }

  /** After the last request: gives every lease back. */
  async close(): Promise<void> {
    this.#recall?.close();
    await this.#refreshing;
    this.#underway.settle();
    await this.#returnFree({ always: true }).catch(() => undefined);
  }

  async #keepCurrent(): Promise<void> {
    // One under way may have begun before the time was moved.
    await this.#refreshing;
    await this.refresh();
    const offsetMs = this.#options.clock.offsetMs();
    if (offsetMs === this.#offsetMs) return;
    // Leases run out by the clock that was moved: busy ones too must be renewed.
    await this.#returnFree({ always: true }).catch(() => undefined);
    this.#offsetMs = offsetMs;
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
    const { clock, journal } = this.#options;
    const account = this.#open(organizationId);
    try {
      await this.#replayed();
      await this.#dropLeftovers();
      const readAt = clock.monotonicMs();
      await journal.betweenBatches(() => this.#reset([account]));
      account.usedAt = account.readAt = readAt;
    } catch (cause) {
      throw usageUncheckable(cause);
    }
    this.#accounts.set(organizationId, account);
    return account;
  }

  #open(organizationId: string): Account {
    const { db, clock, runId, holdMs, journal } = this.#options;
    const recall = this.#recall;
    const lenders: AccountLenders = {
      wallet: walletLender({ db, organizationId, holder: runId, holdMs, clock }),
      limits: recall && {
        holdMs,
        away: () => this.#failing,
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
      recall: async () => recall?.recall(organizationId),
    };
    const account = new Account(organizationId, lenders, clock);
    return account;
  }

  /** For another node that would otherwise refuse a request. */
  async #giveBack(organizationId: string): Promise<void> {
    const account = this.#accounts.get(organizationId);
    if (!account) return;
    await this.#options.journal.flush();
    this.#underway.settle();
    await account.returnFree({ always: true });
  }

  /** What an earlier run charged and did not deliver is in no account: none is read before it is in the database. */
  async #replayed(): Promise<void> {
    const { journal } = this.#options;
    if (journal.replayed) return;
    const tooLong = delay(REPLAY_LIMIT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new StoreUnavailable('timed_out')),
    );
    await Promise.race([journal.replay(), tooLong]);
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

  /** Between two batches of records: what is read then holds all that was delivered and nothing that was not. */
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

  async #reset(accounts: readonly Account[], db = this.#options.db): Promise<void> {
    const { clock } = this.#options;
    const nowMs = clock.nowMs();
    const ids = accounts.map(({ organizationId }) => organizationId);
    const states = await loadAccounts(db, ids, nowMs);
    this.#underway.settle();
    const underway = this.#underway.byAccount();
    for (const account of accounts)
      account.reset(states.get(account.organizationId)!, underway.get(account) ?? [], nowMs);
  }

  async #returnFree(options?: { readonly always: boolean }): Promise<void> {
    const { db, clock, journal } = this.#options;
    const accounts = [...this.#accounts.values()];
    for (let i = 0; i < accounts.length; i += AT_ONCE) {
      await Promise.all(accounts.slice(i, i + AT_ONCE).map((account) => account.returnFree(options)));
    }
    if (clock.monotonicMs() - this.#tidiedAt > TIDY_MS) {
      this.#tidiedAt = clock.monotonicMs();
      await dropExpiredLeases(db, clock.nowMs());
    }
    if (journal.replayed) await this.#dropLeftovers();
  }

  /** What earlier runs of this node set aside, once what they recorded has arrived: nobody can give it back any more. */
  #dropLeftovers(): Promise<void> {
    const { db, nodeId, runId } = this.#options;
    this.#leftovers ??= dropLeasesOfEarlierRuns(db, nodeId, runId).catch((error: unknown) => {
      this.#leftovers = undefined;
      throw error;
    });
    return this.#leftovers;
  }

  #forget(): void {
    const now = this.#options.clock.monotonicMs();
    const unused = [...this.#accounts].filter(
      ([, account]) => now - account.usedAt > FORGET_MS && account.idle,
    );
    if (unused.length === 0) return;
    const counting = this.#underway.byAccount();
    for (const [id, account] of unused) if (!counting.has(account)) this.#accounts.delete(id);
  }
}

function isFresh({ usedAt, changedAt, readAt }: Account): boolean {
  return usedAt - readAt < STALE_MS && readAt > changedAt;
}
