import type { Kysely } from 'kysely';
import { BatchLoader, describeError, RecentMap, type Log } from '#kit';
import { StoreUnavailable, type Tables } from '#store';
import { loadEpochs } from './store/organizations.ts';

const KNOWN_CREDENTIALS = 50_000;

/**
 * Whether what this node knows of a credential is from before the last change in its organization. Epochs come from
 * Redis, or by one query for all who wait.
 */
export class CredentialEpochs {
  readonly #loader: BatchLoader<number>;
  /** By credential: the epoch read before its records were. */
  readonly #known = new RecentMap<string, number>(KNOWN_CREDENTIALS);

  constructor({ db, log }: { db: Kysely<Tables>; log: Log }) {
    this.#loader = new BatchLoader(
      (ids) => loadEpochs(db, ids),
      (error) => log.error({ error: describeError(error) }, 'reading credential epochs failed'),
    );
  }

  /** From the database; undefined while it is away. */
  async read(organizationId: string): Promise<number | undefined> {
    try {
      return (await this.#loader.load(organizationId)) ?? 0;
    } catch (error) {
      if (error instanceof StoreUnavailable) return undefined;
      throw error;
    }
  }

  isCurrent(credentialId: string, epoch: number): boolean {
    return this.#known.get(credentialId) === epoch;
  }

  /** The credential's records were read after the epoch was. */
  note(credentialId: string, epoch: number): void {
    this.#known.set(credentialId, epoch);
  }
}
