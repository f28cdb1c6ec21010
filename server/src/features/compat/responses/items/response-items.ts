import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { Credential } from '#exchange';
import type { PeriodicJob } from '#jobs';
import { HOUR_MS, type Clock, type Log } from '#kit';
import type { PurposeKeys, SealingRing } from '#sealing';
import { WriteQueue, type Tables } from '#store';
import {
  deleteOldItems,
  deleteOrphanedItems,
  insertResponseItems,
  loadResponseItems,
  type SealedItem,
} from '../../store.ts';
import { itemName, SEALED_ITEMS } from './sealed-items.ts';

const RETRY_MS = 1000;
const SWEEP_MS = HOUR_MS;
const SWEEP_LIMIT = 10_000;
/** Bytes that are decrypted and parsed before others get a turn. */
const BYTES_PER_YIELD = 1_048_576;

export interface ResponseItemsParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealing: SealingRing;
  /** 0: nothing is kept. */
  readonly keptHours: () => number;
}

/** An item as a later request is to find it. */
export interface KeptItem {
  readonly id: string;
}

type Owner = Pick<Credential, 'workspaceId' | 'zeroDataRetention'>;

/** Output items of responses, kept sealed for a while, so that later requests of the workspace can name them (COMPR-21). */
export class ResponseItems {
  readonly #parts: ResponseItemsParts;
  readonly #keys: PurposeKeys;
  readonly #queue: WriteQueue<SealedItem>;
  readonly jobs: readonly PeriodicJob[];

  constructor(parts: ResponseItemsParts) {
    this.#parts = parts;
    this.#keys = parts.sealing.keysFor(SEALED_ITEMS.purpose);
    this.#queue = new WriteQueue({
      log: parts.log,
      what: 'response items',
      keyOf: ({ workspaceId, itemId }) => itemName(workspaceId, itemId),
      write: (items) => insertResponseItems(parts.db, items),
    });
    this.jobs = [
      { name: 'compat.response_items', everyMs: RETRY_MS, run: () => this.flush() },
      { name: 'retention.response_items', everyMs: SWEEP_MS, run: () => this.#sweep(), onlyWhenDue: true },
    ];
  }

  get keptHours(): number {
    return this.#parts.keptHours();
  }

  /** Whether anything of this caller is kept. */
  keepsFor({ workspaceId, zeroDataRetention }: Owner): boolean {
    return workspaceId !== null && !zeroDataRetention && this.keptHours > 0;
  }

  /**
   * Resolves once the items are written, or the database takes too long for a reply to wait: then they are written later.
   * False where there is no room for them until then. Never rejects.
   */
  async keep(workspaceId: string, items: readonly KeptItem[]): Promise<boolean> {
    const key = await this.#keys.ofWorkspace(workspaceId);
    const atMs = this.#parts.clock.nowMs();
    const sealed = items.map((item): SealedItem => ({
      workspaceId,
      itemId: item.id,
      sealed: key.seal(JSON.stringify(item), itemName(workspaceId, item.id)),
      atMs,
    }));
    if (!this.#queue.add(sealed)) return false;
    await this.#queue.written();
    return true;
  }

  /**
   * The items of these ids that are kept, parsed. Throws 413 where all of them, each as often as it is named, are larger
   * than `mostBytes`, and 503 where the database is away.
   */
  async find(
    workspaceId: string,
    ids: readonly string[],
    mostBytes: number,
  ): Promise<ReadonlyMap<string, unknown>> {
    const sealed = await this.#load(workspaceId, [...new Set(ids)], mostBytes);
    const bytes = ids.reduce((sum, id) => sum + (sealed?.get(id)?.length ?? 0), 0);
    if (!sealed || bytes > mostBytes) throw tooLarge(mostBytes);
    const key = await this.#keys.ofWorkspace(workspaceId);
    const items = new Map<string, unknown>();
    let opened = 0;
    for (const [id, item] of sealed) {
      items.set(id, JSON.parse(key.openText(item, itemName(workspaceId, id))));
      opened += item.length;
      if (opened < BYTES_PER_YIELD) continue;
      await setImmediate();
      opened = 0;
    }
    return items;
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }

  async #load(
    workspaceId: string,
    ids: readonly string[],
    mostBytes: number,
  ): Promise<Map<string, Buffer> | undefined> {
    const waiting = this.#waiting(workspaceId, ids);
    const itemIds = ids.filter((id) => !waiting.has(id));
    if (itemIds.length === 0) return waiting;
    const sinceMs = this.#parts.clock.nowMs() - this.keptHours * HOUR_MS;
    const stored = await loadResponseItems(this.#parts.db, { workspaceId, itemIds, sinceMs, mostBytes });
    return stored && new Map([...waiting, ...stored]);
  }

  /** Those of the ids that are not written yet. */
  #waiting(workspaceId: string, ids: readonly string[]): Map<string, Buffer> {
    const found = new Map<string, Buffer>();
    for (const id of ids) {
      const item = this.#queue.get(itemName(workspaceId, id));
      if (item) found.set(id, item.sealed);
    }
    return found;
  }

  async #sweep(): Promise<void> {
    const { db, clock } = this.#parts;
    const beforeMs = clock.nowMs() - this.keptHours * HOUR_MS;
    while ((await deleteOldItems(db, beforeMs, SWEEP_LIMIT)) === SWEEP_LIMIT);
    while ((await deleteOrphanedItems(db, SWEEP_LIMIT)) === SWEEP_LIMIT);
  }
}

function tooLarge(mostBytes: number): ApiError {
  return new ApiError('payload_too_large', {
    message: 'The items that input refers to are larger than max_bytes. Refer to fewer of them.',
    extra: { max_bytes: mostBytes },
  });
}
