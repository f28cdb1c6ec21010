import type { Kysely } from 'kysely';
import type { DirectoryCaller } from '#exchange';
import { BatchLoader, describeError, fingerprint, MINUTE_MS, type Log } from '#kit';
import type { OrganizationScope, Tables } from '#store';
import { findToken, loadTokens, noteTokenUse, type StoredToken } from '../store/tokens.ts';

export interface FoundDirectory {
  /** Undefined: nobody made such a token, or it is deleted. */
  readonly directory: DirectoryCaller | undefined;
  readonly hasEnded: boolean;
}

/**
 * Directories by their tokens. The database is asked each time, so that a deleted token is refused by the next request on every node; in few
 * queries, so that a flood of unknown tokens does not take the connections of everybody else.
 */
export class DirectoryTokens {
  readonly #db: Kysely<Tables>;
  readonly #loader: BatchLoader<StoredToken>;

  constructor({ db, log }: { readonly db: Kysely<Tables>; readonly log: Log }) {
    this.#db = db;
    this.#loader = new BatchLoader(
      (fingerprints) => loadTokens(db, fingerprints),
      (error) => log.error({ error: describeError(error) }, 'reading directory tokens failed'),
    );
  }

  async find(secret: string, nowMs: number): Promise<FoundDirectory> {
    const token = await this.#loader.load(fingerprint(secret));
    if (!token) return { directory: undefined, hasEnded: false };
    const directory = {
      tokenId: token.id,
      organizationId: token.organization_id,
      createdBy: token.created_by,
    };
    if (hasEnded(token, nowMs)) return { directory, hasEnded: true };
    if (token.used_at === null || nowMs - token.used_at >= MINUTE_MS)
      await noteTokenUse(this.#db, token.id, nowMs);
    return { directory, hasEnded: false };
  }
}

/** Whether the token is still good, as a transaction sees it. */
export async function isCurrentToken(scope: OrganizationScope, id: string, nowMs: number): Promise<boolean> {
  const token = await findToken(scope, id);
  return token !== undefined && !hasEnded(token, nowMs);
}

function hasEnded(
  { expires_at: expiresAtMs }: { readonly expires_at: number | null },
  nowMs: number,
): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}
