import { describeError, newId, type Clock, type Log } from '#kit';
import type { Announcements, Tables } from '#store';
import type { Kysely } from 'kysely';
import { findLeaseHolders } from '../store/limit-leases.ts';

const CHANNEL = 'svc_leases';
/** How long a refusal waits for a node that does not answer: longer than a busy one takes. Where it has ended, others wait only once in `SILENT_MS`. */
const RESPONSE_TIMEOUT_MS = 5000;
/** How long a node that did not answer is skipped. */
const SILENT_MS = 10_000;

type Message =
  | { readonly recall: string; readonly organizationId: string; readonly holders: readonly string[] }
  | { readonly returned: string; readonly holder: string };

interface Recall {
  readonly holders: Set<string>;
  readonly done: () => void;
}

export interface LeaseRecallOptions {
  readonly db: Kysely<Tables>;
  readonly announcements: Announcements;
  readonly clock: Clock;
  readonly log: Log;
  /** This run of this node. */
  readonly runId: string;
  /** Delivers this node's records of an organization and returns what its running requests do not need. */
  readonly release: (organizationId: string) => Promise<void>;
}

/**
 * Recalls the unused parts of an organization's balance and limits that other nodes have leased. Called
 * before a request is refused for lack of them: otherwise one node would refuse what another released a
 * moment ago.
 */
export class LeaseRecall {
  readonly #options: LeaseRecallOptions;
  readonly #recalls = new Map<string, Recall>();
  readonly #silentUntilMs = new Map<string, number>();
  /** Recalls not sent yet, by organization. Later callers share them. */
  readonly #unsent = new Map<string, Promise<void>>();
  readonly #sent = new Map<string, Promise<void>>();
  readonly #stopListening: () => void;

  constructor(options: LeaseRecallOptions) {
    this.#options = options;
    this.#stopListening = options.announcements.listen(CHANNEL, (message) =>
      this.#receive(message as Message),
    );
  }

  /**
   * Resolves when every node that answers has returned what it had to spare after this call. Throws
   * StoreUnavailable.
   */
  recall(organizationId: string): Promise<void> {
    let unsent = this.#unsent.get(organizationId);
    if (!unsent) {
      unsent = this.#recallAfter(this.#sent.get(organizationId), organizationId);
      this.#unsent.set(organizationId, unsent);
    }
    return unsent;
  }

  close(): void {
    this.#stopListening();
    for (const { done } of this.#recalls.values()) done();
  }

  async #recallAfter(earlier: Promise<void> | undefined, organizationId: string): Promise<void> {
    await earlier?.catch(() => undefined);
    const sent = this.#send(organizationId);
    this.#sent.set(organizationId, sent);
    this.#unsent.delete(organizationId);
    try {
      await sent;
    } finally {
      if (this.#sent.get(organizationId) === sent) this.#sent.delete(organizationId);
    }
  }

  async #send(organizationId: string): Promise<void> {
    const { db, runId, clock, announcements } = this.#options;
    const all = await findLeaseHolders(db, organizationId, runId, clock.nowMs());
    const holders = all.filter((holder) => performance.now() > (this.#silentUntilMs.get(holder) ?? 0));
    if (holders.length === 0) return;
    const id = newId('recall_', clock.nowMs());
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#giveUp(id), RESPONSE_TIMEOUT_MS);
    this.#recalls.set(id, { holders: new Set(holders), done: resolve });
    try {
      await announcements.announce(CHANNEL, { recall: id, organizationId, holders } satisfies Message);
      await promise;
    } finally {
      clearTimeout(timer);
      this.#recalls.delete(id);
    }
  }

  #giveUp(id: string): void {
    const recall = this.#recalls.get(id);
    const nowMs = performance.now();
    // Runs that have ended never answer again.
    for (const [holder, untilMs] of this.#silentUntilMs)
      if (untilMs < nowMs) this.#silentUntilMs.delete(holder);
    for (const holder of recall?.holders ?? []) this.#silentUntilMs.set(holder, nowMs + SILENT_MS);
    recall?.done();
  }

  #receive(message: Message): void {
    if ('returned' in message) {
      this.#silentUntilMs.delete(message.holder);
      const recall = this.#recalls.get(message.returned);
      if (recall?.holders.delete(message.holder) && recall.holders.size === 0) recall.done();
    } else if (message.holders.includes(this.#options.runId))
      void this.#respond(message.recall, message.organizationId);
  }

  async #respond(id: string, organizationId: string): Promise<void> {
    const { runId, announcements, release, log } = this.#options;
    try {
      await release(organizationId);
      await announcements.announce(CHANNEL, { returned: id, holder: runId } satisfies Message);
    } catch (error) {
      log.warn({ error: describeError(error) }, 'returning a recalled lease failed');
    }
  }
}
