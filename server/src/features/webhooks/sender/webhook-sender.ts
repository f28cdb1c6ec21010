import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import { describeError, newId } from '#kit';
import { Leases } from '#leases';
import type { Announcements, CommitSignals, Tables } from '#store';
import { claimDeliveries, type ClaimedDelivery } from '../store/claims.ts';
import { DELIVERIES_DUE } from '../store/deliveries.ts';
import { DELIVERY_LEASES, releaseLapsed, renewLeases } from '../store/leases.ts';
import type { DeliveryOutcome } from '../store/outcomes.ts';
import { attemptDelivery, type AttemptDeps } from './attempt-delivery.ts';
import { EndpointSlots } from './endpoint-slots.ts';
import { OutcomeWriter, type OutcomeWriterParts } from './outcome-writer.ts';
import { isOver, nextAttemptAtMs } from './retry-schedule.ts';

const POLL_MS = 1000;
const LAPSED_EVERY_MS = 5000;
const MAX_LAPSED = 500;
/** A move of the test clock waits until no receiver has responded for this long, and never longer than the second. */
const SETTLE_MS = 2000;
const SETTLE_MAX_MS = 10_000;
/** How long attempts under way may take when the service stops. */
const GRACE_MS = 2000;
/** Announced to other processes when this one has no free slots. */
const CHANNEL = 'svc webhooks';
const ANNOUNCE_EVERY_MS = 250;
const TEST: ClaimedDelivery['eventType'] = 'webhook.test';

export interface WebhookSenderParts extends AttemptDeps, OutcomeWriterParts {
  readonly db: Kysely<Tables>;
  /** Identifies this run of this node in its claims. */
  readonly runId: string;
  readonly commits: CommitSignals;
  /** To other processes on the same database. Absent: there are none. */
  readonly announcements: Announcements | undefined;
}

interface Attempt {
  /** Resolves with whether the receiver responded in time. */
  readonly responded: Promise<boolean>;
  /** Aborted when the lease is lost: the attempt ends, and nothing is written of it. */
  readonly lost: AbortController;
}

/**
 * Sends due deliveries, on every node. Each is leased by one node at a time, and by another if that one dies (D-HOOK-16).
 * At least once: a node may die after the receiver's response and before it writes the outcome.
 */
export class WebhookSender {
  /** Leases are renewed first: after a move of the clock they would count as expired. */
  readonly jobs: readonly PeriodicJob[];
  readonly #leases: Leases<ClaimedDelivery>;
  readonly #parts: WebhookSenderParts;
  readonly #slots = new EndpointSlots();
  readonly #writer: OutcomeWriter;
  /** Attempts under way. By claim: one whose lease was lost may be claimed again here before its first attempt has ended. */
  readonly #attempts = new Map<ClaimedDelivery, Attempt>();
  readonly #aborting = new AbortController();
  readonly #stopListening: readonly ((() => void) | undefined)[];
  #dispatching: Promise<void> | undefined;
  /** Deliveries may have become due after the last claim began. */
  #woken = false;
  #failing = false;
  #announcedAtMs = -Infinity;
  /** Offset of the test clock at the last poll. */
  #offsetMs: number;
  #stopped = false;

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
    this.#offsetMs = parts.clock.offsetMs();
    this.#writer = new OutcomeWriter(parts);
    this.#leases = new Leases({
      clock: parts.clock,
      kind: DELIVERY_LEASES,
      renew: (deliveries, endsAtMs) => renewLeases(parts.db, deliveries, endsAtMs),
      onLost: (delivery) => this.#attempts.get(delivery)?.lost.abort(),
    });
    this.jobs = [
      this.#leases.job('webhooks.renew_leases', () => [...this.#attempts.keys()]),
      { name: 'webhooks.release', everyMs: LAPSED_EVERY_MS, run: () => this.#releaseLapsed() },
      { name: 'webhooks.send', everyMs: POLL_MS, run: () => this.#sendDue() },
    ];
    this.#stopListening = [
      parts.commits.listen(DELIVERIES_DUE, () => this.#wake()),
      parts.announcements?.listen(CHANNEL, () => this.#wake()),
    ];
  }

  /** Attempts under way get a moment to finish. Aborted ones are repeated by another node or the next start. */
  async close(): Promise<void> {
    this.#stopped = true;
    for (const stop of this.#stopListening) stop?.();
    const timer = setTimeout(() => this.#aborting.abort(), GRACE_MS);
    await this.#dispatching;
    await Promise.all(this.#responses());
    clearTimeout(timer);
  }

  #responses(): Promise<boolean>[] {
    return [...this.#attempts.values()].map(({ responded }) => responded);
  }

  #wake(): void {
    this.#woken = true;
    if (!this.#stopped) this.#dispatching ??= this.#dispatch();
  }

  /** After a move of the test clock, resolves when due deliveries were sent, without waiting for slow receivers. */
  async #sendDue(): Promise<void> {
    const offsetMs = this.#parts.clock.offsetMs();
    this.#wake();
    if (offsetMs === this.#offsetMs) return;
    this.#offsetMs = offsetMs;
    const untilMs = performance.now() + SETTLE_MAX_MS;
    let respondedAtMs = performance.now();
    while (this.#dispatching || this.#attempts.size > 0) {
      // Claims take their time on a busy database. Only waiting for receivers counts.
      const deadlineMs = this.#dispatching ? untilMs : Math.min(untilMs, respondedAtMs + SETTLE_MS);
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) return;
      const next: Promise<unknown> = this.#dispatching ?? Promise.race(this.#responses());
      if ((await within(leftMs, next)) === true) respondedAtMs = performance.now();
    }
  }

  async #dispatch(): Promise<void> {
    try {
      while (this.#woken && !this.#stopped) {
        this.#woken = false;
        await this.#startDue();
      }
      this.#failing = false;
    } catch (error) {
      // The next poll tries again.
      if (!this.#failing)
        this.#parts.log.warn({ error: describeError(error) }, 'webhook deliveries not claimed; will retry');
      this.#failing = true;
    }
    // In the same turn as the last check, so that a wake from here on starts a new dispatch.
    this.#dispatching = undefined;
  }

  /** Claims and starts deliveries until none is due or no slot is free. */
  async #startDue(): Promise<void> {
    const passedOver: string[] = [];
    for (;;) {
      if (this.#slots.isFull) {
        await this.#callOthers();
        return;
      }
      const claimed = await this.#claim(passedOver);
      for (const delivery of claimed.deliveries) this.#start(delivery);
      passedOver.push(...claimed.passedOver);
      if (claimed.deliveries.length === 0 && claimed.passedOver.length === 0) return;
    }
  }

  #claim(passedOver: readonly string[]) {
    const { db, runId } = this.#parts;
    const { webhookIds, organizationIds } = this.#slots.full;
    const times = this.#leases.claim();
    return claimDeliveries(db, {
      claimId: newId(`${runId}/`, times.nowMs),
      ...times,
      except: { webhookIds: [...webhookIds, ...passedOver], organizationIds },
      share: (due) => this.#slots.share(due),
    });
  }

  #start(delivery: ClaimedDelivery): void {
    const { webhookId: id, organizationId } = delivery;
    const release = this.#slots.take({ id, organizationId });
    const lost = new AbortController();
    const responded = this.#send(delivery, lost.signal, release).finally(() => {
      this.#attempts.delete(delivery);
      // A slot is free, and a claim may have skipped this webhook while its row was locked by the write.
      this.#wake();
    });
    this.#attempts.set(delivery, { responded, lost });
  }

  async #send(
    delivery: ClaimedDelivery,
    lost: AbortSignal,
    release: (responded: boolean) => void,
  ): Promise<boolean> {
    const outcome = await this.#attempt(delivery, lost);
    await (outcome ? this.#writer.write(outcome) : this.#endLease(delivery));
    const responded = outcome?.attempt?.error !== 'timeout';
    // Only after the write: otherwise writes would pile up while the database is slow.
    release(responded);
    return responded;
  }

  /** Lets another node repeat the attempt without waiting for the lease to end. */
  async #endLease(delivery: ClaimedDelivery): Promise<void> {
    const { db, clock } = this.#parts;
    await renewLeases(db, [delivery], clock.nowMs()).catch(() => undefined);
  }

  /** Undefined if the lease was lost, or if the service stops during the attempt and its result is unknown. */
  async #attempt(delivery: ClaimedDelivery, lost: AbortSignal): Promise<DeliveryOutcome | undefined> {
    const { clock, limits } = this.#parts;
    const { id: deliveryId, claimId, webhookId, attempts, eventType } = delivery;
    const retryHours = limits().webhook_retry_hours;
    const claimed = { deliveryId, claimId, webhookId, isTest: eventType === TEST };
    const [first] = attempts;
    if (first && isOver(first.at_ms, clock.nowMs(), retryHours))
      return { ...claimed, attempt: undefined, nextAttemptAtMs: undefined };
    const stopping = this.#aborting.signal;
    const attempt = await attemptDelivery(this.#parts, delivery, AbortSignal.any([stopping, lost]));
    if (lost.aborted || (stopping.aborted && !attempt.succeeded)) return undefined;
    const made = {
      deliveryId,
      count: attempts.length + 1,
      firstAtMs: first?.at_ms ?? attempt.at_ms,
      lastAtMs: attempt.at_ms,
    };
    const isLast = attempt.succeeded || claimed.isTest;
    return { ...claimed, attempt, nextAttemptAtMs: isLast ? undefined : nextAttemptAtMs(made, retryHours) };
  }

  async #releaseLapsed(): Promise<void> {
    const { db } = this.#parts;
    const lapse = this.#leases.lapse();
    if (lapse) while ((await releaseLapsed(db, lapse, MAX_LAPSED)) === MAX_LAPSED);
  }

  /** Asks other nodes to help, at most a few times a second. */
  async #callOthers(): Promise<void> {
    const { announcements, clock } = this.#parts;
    if (!announcements || clock.monotonicMs() - this.#announcedAtMs < ANNOUNCE_EVERY_MS) return;
    this.#announcedAtMs = clock.monotonicMs();
    await announcements.announce(CHANNEL, null);
  }
}

/** What the promise resolves with, or undefined when it takes longer. */
async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = delay(timeoutMs, undefined, { ref: false, signal: timer.signal });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
