import type { HttpExchange } from '#exchange';
import { MINUTE_MS, type Clock, type Log } from '#kit';
import type { AuditTrail } from './audit-trail.ts';
import type { AuditEvent } from './record-audit.ts';
import { requestEvent } from './request-event.ts';

/** Of one organization in a minute, on this node. */
const MAX_REFUSALS = 300;
/** What is noted of a request whose caller left before it was answered. */
const UNANSWERED_STATUS = 499;

/** Of refusals that nothing counts: 401 and 403 come before the rate, and 429 is what it refuses. */
const UNLIMITED_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Writes down requests to the Admin API that changed nothing, each before its answer leaves; those that changed something are
 * written with the change. Refusals of the credential and of the rate have no limit of their own, so of those an organization
 * leaves only so many a minute behind.
 */
export class RequestAudit {
  readonly #trail: AuditTrail;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Of this minute, by organization. */
  readonly #refusals = new Map<string, number>();
  #minuteStartedAtMs = -Infinity;

  constructor({
    trail,
    clock,
    log,
  }: {
    readonly trail: AuditTrail;
    readonly clock: Clock;
    readonly log: Log;
  }) {
    this.#trail = trail;
    this.#clock = clock;
    this.#log = log;
  }

  /** Has the event of the request written just before it is answered. */
  watch(exchange: HttpExchange): void {
    exchange.beforeResponse = (status) => this.#record(exchange, status);
  }

  /** Called when a request is over: its caller may have left before there was an answer. */
  finished(exchange: HttpExchange): void {
    this.#record(exchange, UNANSWERED_STATUS);
  }

  #record(exchange: HttpExchange, status: number): void {
    if (exchange.audited) return;
    const event = requestEvent(exchange, status);
    if (!event) return;
    exchange.audited = true;
    if (!this.#isOneTooMany(event)) this.#trail.record(event, exchange.receivedAtMs);
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
    if (count === MAX_REFUSALS + 1) {
      const about = { organization_id: organizationId, request_id: requestId };
      this.#log.warn(about, 'too many refused Admin API requests this minute; the rest are not audited');
    }
    return count > MAX_REFUSALS;
  }
}
