import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import { dropEndedSessions } from '#features/accounts';
import { dropAuditEvents } from '#features/audit';
import { dropEndedSignIns } from '#features/code-sessions';
import { dropMails } from '#features/mail';
import { DAY_MS, describeError, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { dropExpiredAnswers } from './store.ts';

const INTERVAL_MS = 600_000;

/** Drops what is past its keeping time: answers to repetitions (D-IDEM-2), audit events (D-ADM-6), mail, sign-ins. Any node may do it. */
export class Housekeeping {
  readonly #parts: { readonly db: Kysely<Tables>; readonly clock: Clock; readonly log: Log; readonly limits: () => LimitValues };
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #tidying: Promise<void> = Promise.resolve();

  constructor(parts: { readonly db: Kysely<Tables>; readonly clock: Clock; readonly log: Log; readonly limits: () => LimitValues }) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.tidy(), INTERVAL_MS).unref();
    this.#stopListening = parts.clock.onAdvance(() => this.tidy());
  }

  /** Never rejects: what is still there is dropped the next time. */
  tidy(): Promise<void> {
    return (this.#tidying = this.#tidying.then(() => this.#tidy()));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#tidying;
  }

  async #tidy(): Promise<void> {
    const { db, clock, log, limits } = this.#parts;
    const nowMs = clock.nowMs();
    try {
      await dropExpiredAnswers(db, nowMs);
      await dropAuditEvents(db, nowMs - limits().audit_event_days * DAY_MS);
      await dropMails(db, nowMs - limits().mail_days * DAY_MS);
      await dropEndedSignIns(db, limits(), nowMs);
      await dropEndedSessions(db, limits(), nowMs);
    } catch (error) {
      log.warn({ error: describeError(error) }, 'what is past its keeping time could not be dropped; it is tried again');
    }
  }
}
