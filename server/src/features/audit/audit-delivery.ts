import type { Kysely } from 'kysely';
import { describeError, newId, type Clock, type Log } from '#kit';
import type { Announcements, Tables } from '#store';
import { countListeningProcesses } from './store/listening-processes.ts';

const CHANNEL = 'svc_audit_delivery';

type Message = { readonly asked: string } | { readonly answered: string };

/** One question to all processes. */
interface Round {
  responses: number;
  /** Unknown until the processes were counted. */
  expected: number;
  readonly done: () => void;
}

export interface AuditDeliveryOptions {
  readonly db: Kysely<Tables>;
  /** Absent: this process is alone with its database. */
  readonly announcements: Announcements | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a list waits for processes that do not answer. */
  readonly responseTimeoutMs: number;
  /** Has the events of this process in the database when it resolves. */
  readonly deliver: () => Promise<void>;
}

/**
 * Brings the audit events that any process holds in its journal to the database, before a list is read there. A process that is
 * connected and does not answer is waited for up to a limit; one that is gone delivers at its next start.
 */
export class AuditDelivery {
  readonly #options: AuditDeliveryOptions;
  readonly #rounds = new Map<string, Round>();
  readonly #stopListening: (() => void) | undefined;
  /** Starts after the one under way; callers that come in the meantime share it. */
  #next: Promise<void> | undefined;
  #underway: Promise<void> = Promise.resolve();

  constructor(options: AuditDeliveryOptions) {
    this.#options = options;
    this.#stopListening = options.announcements?.listen(CHANNEL, (message) =>
      this.#receive(message as Message),
    );
  }

  /** Resolves when what was answered before this was called is in the database. Throws StoreUnavailable. */
  async deliverAll(): Promise<void> {
    const { announcements, deliver } = this.#options;
    await Promise.all([deliver(), announcements && (this.#next ??= this.#askBehind(announcements))]);
  }

  close(): void {
    this.#stopListening?.();
    for (const { done } of this.#rounds.values()) done();
  }

  async #askBehind(announcements: Announcements): Promise<void> {
    await this.#underway;
    this.#next = undefined;
    const asking = this.#ask(announcements);
    this.#underway = asking.catch(() => undefined);
    await asking;
  }

  async #ask(announcements: Announcements): Promise<void> {
    const { db, clock, log, responseTimeoutMs } = this.#options;
    const id = newId('ask_', clock.nowMs());
    const { promise, resolve } = Promise.withResolvers<void>();
    const round: Round = { responses: 0, expected: Infinity, done: resolve };
    this.#rounds.set(id, round);
    const timer = setTimeout(resolve, responseTimeoutMs);
    try {
      // This process receives its own question too: if it does not arrive here, nobody answers it.
      round.expected = await countListeningProcesses(db);
      await announcements.announce(CHANNEL, { asked: id } satisfies Message);
      await promise;
    } finally {
      clearTimeout(timer);
      this.#rounds.delete(id);
    }
    const silent = round.expected - round.responses;
    if (silent > 0) log.warn({ nodes: silent }, 'audit list may be incomplete: a node did not respond');
  }

  #receive(message: Message): void {
    if ('asked' in message) return void this.#respond(message.asked);
    const round = this.#rounds.get(message.answered);
    if (round) this.#count(round);
  }

  #count(round: Round): void {
    round.responses++;
    if (round.responses >= round.expected) round.done();
  }

  async #respond(id: string): Promise<void> {
    const { announcements, deliver, log } = this.#options;
    try {
      await deliver();
      const own = this.#rounds.get(id);
      if (own) return this.#count(own);
      await announcements!.announce(CHANNEL, { answered: id } satisfies Message);
    } catch (error) {
      log.warn({ error: describeError(error) }, 'delivering audit events for another node failed');
    }
  }
}
