import type { Kysely } from 'kysely';
import type { Exchange } from '#exchange';
import { describeError, MINUTE_MS, newId, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import type { AuditEvent } from './record-audit.ts';
import { requestEvent } from './request-event.ts';
import { insertAuditEvents, type AuditRow } from './store/audit-events.ts';

const FLUSH_MS = 200;
const MOST_WAITING = 10_000;
const MOST_PER_STATEMENT = 500;
/** Of one organization in a minute, on this node. */
const MOST_REFUSALS = 300;
/** What is noted of a request whose caller left before it was answered. */
const UNANSWERED_STATUS = 499;

/** Of refusals that nothing counts: 401 and 403 come before the rate, and 429 is what it refuses. */
const UNLIMITED_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Writes down requests to the Admin API that changed nothing, several by one statement and behind their answers; those that
 * changed something are written with the change. While the database is away they wait, up to a number. Refusals of the credential
 * and of the rate have no limit of their own, so of those an organization leaves only so many a minute behind.
 */
export class RequestAudit {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Of this minute, by organization. */
  readonly #refusals = new Map<string, number>();
  #minuteStartedAtMs = -Infinity;
  #waiting: AuditRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  /** Called when a request is over. */
  record(exchange: Exchange): void {
    if (exchange.audited) return;
    const { headersSent, statusCode } = exchange.response;
    const event = requestEvent(exchange, headersSent ? statusCode : UNANSWERED_STATUS);
    if (!event || this.#isOneTooMany(event)) return;
    if (this.#waiting.length >= MOST_WAITING) return this.#log.error({ request_id: exchange.requestId }, 'a request could not be audited');
    this.#waiting.push({ id: newId('audit_', exchange.receivedAtMs), event, nowMs: exchange.receivedAtMs });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  #isOneTooMany({ organizationId, details, requestId }: AuditEvent): boolean {
    if (!UNLIMITED_STATUSES.has(details?.status ?? 0)) return false;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#minuteStartedAtMs >= MINUTE_MS) {
      this.#minuteStartedAtMs = nowMs;
      this.#refusals.clear();
    }
    const count = (this.#refusals.get(organizationId) ?? 0) + 1;
    this.#refusals.set(organizationId, count);
    if (count === MOST_REFUSALS + 1) {
      const about = { organization_id: organizationId, request_id: requestId };
      this.#log.warn(about, 'more requests to the Admin API are refused in this minute than are audited');
    }
    return count > MOST_REFUSALS;
  }

  /** Writes what waits. Never rejects: what could not be written goes on waiting. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#flushing = this.#flushing.then(() => this.#write()));
  }

  async close(): Promise<void> {
    await this.flush();
  }

  async #write(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    try {
      while (rows.length > 0) {
        await insertAuditEvents(this.#db, rows.slice(0, MOST_PER_STATEMENT));
        rows.splice(0, MOST_PER_STATEMENT);
      }
    } catch (error) {
      this.#waiting.unshift(...rows);
      this.#timer ??= setTimeout(() => void this.flush(), 10 * FLUSH_MS).unref();
      this.#log.warn({ error: describeError(error), requests: rows.length }, 'requests could not be audited; it is tried again');
    }
  }
}
