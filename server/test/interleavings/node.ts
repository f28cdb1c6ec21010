import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { LIMITS } from '@svc/contract';
import { WalletCache, Allowance, chargeUsage } from '#features/billing';
import { Scheduler } from '#jobs';
import type { Clock } from '#kit';
import { UsageJournal, type Tables } from '#store';
import type { AnnouncementBus } from './announcement-bus.ts';
import { Connection } from './connection.ts';

export const HOLD_MS = LIMITS.credit_hold_s * 1000;
const log = pino({ level: 'silent' });

/** The parts of a node that are lost when it is killed. */
export interface Run {
  readonly id: string;
  readonly node: string;
  readonly connection: Connection;
  /** The journal's own connection: records may arrive late while other queries work. */
  readonly delivery: Connection;
  readonly journal: UsageJournal;
  readonly book: WalletCache;
  readonly scheduler: Scheduler;
  readonly allowance: Allowance;
}

/** It cannot query the database, or cannot write to it. */
export function isUnavailable({ connection, delivery }: Run): boolean {
  return connection.unavailable || delivery.unavailable;
}

export interface NodeParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly directory: string;
  readonly bus: AnnouncementBus;
}

/** A node: its name, its journal's folder, and its current run, if it is up. */
export class Node {
  readonly name: string;
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #directory: string;
  readonly #bus: AnnouncementBus;
  #runs = 0;
  #starting: Promise<Run> | undefined;
  run: Run | undefined;

  constructor(name: string, { db, clock, directory, bus }: NodeParts) {
    this.name = name;
    this.#db = db;
    this.#clock = clock;
    this.#directory = join(directory, name);
    this.#bus = bus;
  }

  /** It was up before, and that run's leftovers may still exist. */
  get crashed(): boolean {
    return this.#runs > 0 && !this.run;
  }

  /** Starts it unless it is up. */
  async up(): Promise<Run> {
    if (this.run) return this.run;
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /** Loses its memory and every pending database reply. Journal and leases stay. */
  async crash(): Promise<void> {
    const { run } = this;
    this.run = undefined;
    if (!run) return;
    run.connection.unavailable = run.delivery.unavailable = true;
    await run.scheduler.close();
    await run.journal.close();
    await run.book.close();
  }

  async stop(): Promise<void> {
    await this.run?.scheduler.close();
    await this.run?.journal.close();
    await this.run?.book.close();
    this.run = undefined;
  }

  async #start(): Promise<Run> {
    const id = `${this.name}/run_${++this.#runs}`;
    const connection = new Connection();
    const delivery = new Connection();
    const db = this.#db.withPlugin(connection);
    const deliveryDb = this.#db.withPlugin(delivery);
    const journal = await UsageJournal.open({
      directory: this.#directory,
      deliver: (records) => chargeUsage(deliveryDb, records),
      log,
    });
    const announcements = this.#bus.of(connection);
    const parts = { db, journal, announcements, clock: this.#clock, log, nodeId: this.name, runId: id };
    const book = new WalletCache({ ...parts, holdMs: () => HOLD_MS });
    const scheduler = new Scheduler({ clock: this.#clock, log });
    scheduler.every(book.job);
    const allowance = new Allowance(book, id, () => ({
      limits: LIMITS,
      toolPrices: { web_search: '0', web_fetch: '0' },
      upgradeUrl: '',
      addCreditUrl: '',
      actionUrl: '',
    }));
    this.run = { id, node: this.name, connection, delivery, journal, book, scheduler, allowance };
    return this.run;
  }
}
