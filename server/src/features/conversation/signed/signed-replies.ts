import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isSignedCall, type SignedReply, type Turn } from '#engine';
import type { Authenticated, Exchange, InferenceCall, Parsed } from '#exchange';
import type { PeriodicJob } from '#jobs';
import { DAY_MS, describeError, HOUR_MS, RecentMap, type Clock, type Log } from '#kit';
import type { PurposeKeys, SealingRing } from '#sealing';
import { WriteQueue, type Tables } from '#store';
import {
  deleteOldSignedReplies,
  deleteUnwantedSignedReplies,
  insertSignedReplies,
  loadSignedReplies,
  type SealedReply,
} from '../store/signed-reply-rows.ts';
import { CallMemory } from './call-memory.ts';
import { replyName, SEALED_REPLIES } from './sealed-replies.ts';

/** Conversations are rarely taken up after a longer pause; an engine then thinks without what it thought before. */
const KEPT_MS = 7 * DAY_MS;
/** How long a call waits for what is stored. */
const TIMEOUT_MS = 1000;
/** Of replies that this node gave or read. A thought has some kilobytes. */
const REMEMBERED_CHARACTERS = 33_554_432;
/** Of one conversation, the newest. */
const MAX_REPLIES = 1000;
const SWEEP_LIMIT = 10_000;
const RETRY_MS = 1000;

export interface SignedRepliesParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealing: SealingRing;
}

interface Remembered {
  /** Undefined: there is none. */
  readonly reply: SignedReply | undefined;
  readonly characters: number;
}

const NONE: Remembered = { reply: undefined, characters: 64 };

/**
 * Keeps what engines signed in replies with calls (D-ENG-17), by organization and id of the call: sealed, for some days, and not for
 * organizations with zero data retention. Costs calls nothing whose history has no id that says it was signed.
 */
export class SignedReplies {
  readonly #parts: SignedRepliesParts;
  readonly #keys: PurposeKeys;
  readonly #queue: WriteQueue<SealedReply>;
  /** By organization and call. */
  readonly #remembered = new RecentMap<string, Remembered>(
    REMEMBERED_CHARACTERS,
    ({ characters }) => characters,
  );
  readonly jobs: readonly PeriodicJob[];

  constructor(parts: SignedRepliesParts) {
    this.#parts = parts;
    this.#keys = parts.sealing.keysFor(SEALED_REPLIES.purpose);
    this.#queue = new WriteQueue({
      log: parts.log,
      what: 'signed replies',
      keyOf: ({ organizationId, callId }) => replyName(organizationId, callId),
      write: (replies) => insertSignedReplies(parts.db, replies),
    });
    this.jobs = [
      { name: 'conversation.signed_replies', everyMs: RETRY_MS, run: () => this.flush() },
      {
        name: 'retention.signed_replies',
        everyMs: HOUR_MS,
        run: () => this.#sweep(),
        onlyWhenDue: true,
      },
    ];
  }

  /** Gives a call that may use tools the memory of its conversation. Synchronous where this node knows all of it. */
  recall(exchange: Exchange & Authenticated & Parsed): void | Promise<void> {
    const { call, credential } = exchange;
    const ids = signedCalls(call.turns);
    if (ids.length === 0 && !mayCall(call)) return;
    const { organizationId, zeroDataRetention } = credential;
    if (zeroDataRetention) {
      exchange.call = { ...call, memory: new CallMemory() };
      return;
    }
    const memory = new CallMemory((reply) => this.#keep(exchange, organizationId, reply));
    exchange.call = { ...call, memory };
    const unknown = ids.filter((id) => !this.#addKnown(memory, replyName(organizationId, id)));
    return unknown.length > 0 ? this.#load(organizationId, unknown, memory) : undefined;
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }

  #addKnown(memory: CallMemory, key: string): boolean {
    const known = this.#remembered.get(key);
    if (known?.reply) memory.add(known.reply);
    return known !== undefined;
  }

  #keep(exchange: Exchange, organizationId: string, reply: SignedReply): void {
    const [callId = ''] = reply.calls;
    const key = replyName(organizationId, callId);
    const text = JSON.stringify(reply);
    this.#remembered.set(key, { reply, characters: text.length });
    const sealed = this.#keys.ofOrganization(organizationId).seal(text, key);
    const atMs = this.#parts.clock.nowMs();
    // Dropped when the queue is full: the engine then lacks what it thought before.
    if (this.#queue.add([{ organizationId, callId, sealed, atMs }]))
      exchange.unwritten = this.#queue.written();
  }

  /** What cannot be read in time is missing: the engine answers without. */
  async #load(organizationId: string, ids: readonly string[], memory: CallMemory): Promise<void> {
    const { db, clock, log } = this.#parts;
    const loading = loadSignedReplies(db, organizationId, ids, clock.nowMs() - KEPT_MS)
      .then((stored) => {
        for (const id of ids) this.#open(organizationId, id, stored.get(id), memory);
      })
      .catch((error: unknown) => {
        log.debug({ error: describeError(error) }, 'reading signed replies failed');
      });
    await Promise.race([loading, delay(TIMEOUT_MS, undefined, { ref: false })]);
  }

  #open(organizationId: string, id: string, sealed: Buffer | undefined, memory: CallMemory): void {
    const key = replyName(organizationId, id);
    if (!sealed) {
      this.#remembered.set(key, NONE);
      return;
    }
    const text = this.#keys.ofOrganization(organizationId).openText(sealed, key);
    // Safe: only this class sealed it.
    const reply = JSON.parse(text) as SignedReply;
    this.#remembered.set(key, { reply, characters: text.length });
    memory.add(reply);
  }

  async #sweep(): Promise<void> {
    const { db, clock } = this.#parts;
    const beforeMs = clock.nowMs() - KEPT_MS;
    while ((await deleteOldSignedReplies(db, beforeMs, SWEEP_LIMIT)) === SWEEP_LIMIT);
    while ((await deleteUnwantedSignedReplies(db, SWEEP_LIMIT)) === SWEEP_LIMIT);
  }
}

function mayCall({ tools, builtinTools, mcpServers }: InferenceCall): boolean {
  return tools.length > 0 || builtinTools !== undefined || mcpServers !== undefined;
}

/** The ids of calls under which something may be stored. */
function signedCalls(turns: readonly Turn[]): string[] {
  const ids: string[] = [];
  for (const { role, blocks } of turns) {
    if (role !== 'assistant') continue;
    for (const block of blocks) if (block.type === 'tool_call' && isSignedCall(block.id)) ids.push(block.id);
  }
  return ids.slice(-MAX_REPLIES);
}
