import type { Kysely } from 'kysely';
import type { MutationContext } from '#features/audit';
import type { PeriodicJob } from '#jobs';
import type { Clock, Log, RefreshingCache } from '#kit';
import { cacheRecords, type Store, type Tables } from '#store';
import { ChangeFeed } from './change-feed.ts';
import { cutMessages, type CutMessage } from './placeholders.ts';
import { loadReferencedVersions, type ReferencedVersion } from './store/referenced-versions.ts';

/** What a reference of a model call stands for. */
export interface StoredPrompt {
  readonly model: string | null;
  /** Undefined: the template has no such version, or the label is not set. */
  readonly version: PromptVersion | undefined;
  readonly characters: number;
}

export interface PromptVersion {
  /** The messages as they are stored, to be cut and filled in elsewhere. */
  readonly source: string;
  readonly messages: readonly CutMessage[];
  /** How often each of its variables stands in the messages. */
  readonly uses: ReadonlyMap<string, number>;
  /** UTF-8 bytes of the texts between the variables. */
  readonly bytes: number;
}

/** Characters of all versions kept, and what one takes beside its text. */
const MAX_CHARACTERS = 33_554_432;
const CHARACTERS_PER_VERSION = 1000;
/** While this process hears of changes: calls of many templates must not look each of them up again and again. */
const FRESH_MS = 300_000;
const FRESH_WITHOUT_FEED_MS = 500;

export interface PromptDirectoryOptions {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly announcements: Store['announcements'];
}

/**
 * Templates as model calls refer to them, in memory. A change is heard of by every process when it commits; one that hears nothing asks again
 * after half a second, so that a moved label reaches each node within the second.
 */
export class PromptDirectory {
  readonly #cache: RefreshingCache<StoredPrompt>;
  readonly #changes: ChangeFeed;

  constructor({ db, clock, log, announcements }: PromptDirectoryOptions) {
    this.#cache = cacheRecords({
      clock,
      log,
      loadMany: async (keys) => {
        const found = await loadReferencedVersions(db, keys.map(toReference));
        return new Map(found.map((row) => [row.key, toStoredPrompt(row)]));
      },
      limit: MAX_CHARACTERS,
      weigh: ({ characters }) => characters + CHARACTERS_PER_VERSION,
      freshMs: () => (this.#changes.isReceiving ? FRESH_MS : FRESH_WITHOUT_FEED_MS),
      absentMs: FRESH_WITHOUT_FEED_MS,
      what: 'prompt templates',
      unavailable: 'temporarily_unavailable',
    });
    this.#changes = new ChangeFeed({
      announcements,
      clock,
      changed: (key) => this.#cache.invalidate(key),
      missed: () => this.#cache.invalidateAll(),
    });
  }

  get echoJob(): PeriodicJob {
    return this.#changes.echoJob;
  }

  /** Of a reference that has the right form. Synchronous when cached. Rejects with 503 when nothing is known and the store is away. */
  find(
    workspaceId: string | null,
    template: string,
  ): StoredPrompt | undefined | Promise<StoredPrompt | undefined> {
    return workspaceId === null ? undefined : this.#cache.find(toKey(workspaceId, template));
  }

  /** Within the change after which a reference stands for something else: has every process forget it then, this one before the answer. */
  async forgetWhenCommitted(change: MutationContext, workspaceId: string, template: string): Promise<void> {
    const key = toKey(workspaceId, template);
    change.whenCommitted.push(() => this.#cache.invalidate(key));
    await this.#changes.notify(change.scope.db, key);
  }

  close(): void {
    this.#changes.close();
  }
}

function toKey(workspaceId: string, template: string): string {
  return `${workspaceId} ${template}`;
}

function toReference(key: string): {
  key: string;
  workspace_id: string;
  name: string;
  label: string | null;
  number: number | null;
} {
  const [workspaceId = '', template = ''] = key.split(' ');
  const [byLabel, label] = template.split('@');
  if (label !== undefined) return { key, workspace_id: workspaceId, name: byLabel!, label, number: null };
  const at = template.lastIndexOf('-v');
  const number = Number(template.slice(at + 2));
  return { key, workspace_id: workspaceId, name: template.slice(0, at), label: null, number };
}

function toStoredPrompt({ messages, model }: ReferencedVersion): StoredPrompt {
  if (messages === null) return { model: null, version: undefined, characters: 0 };
  const cut = cutMessages(messages);
  const uses = new Map<string, number>();
  let bytes = 0;
  for (const { text } of cut) {
    for (const name of text.names) uses.set(name, (uses.get(name) ?? 0) + 1);
    for (const chunk of text.texts) bytes += Buffer.byteLength(chunk);
  }
  return { model, version: { source: messages, messages: cut, uses, bytes }, characters: messages.length };
}
