import type { Kysely } from 'kysely';
import type { DirectoryCaller } from '#exchange';
import { fingerprint, fingerprintBytes, MINUTE_MS } from '#kit';
import type { OrganizationScope, Tables } from '#store';
import { findToken, findTokenByFingerprint, noteTokenUse } from '../store/tokens.ts';

export interface FoundDirectory {
  /** Undefined: nobody made such a token, or it is deleted. */
  readonly directory: DirectoryCaller | undefined;
  readonly hasEnded: boolean;
}

/** The directory that a token belongs to. The database is asked each time: a deleted token is refused by the next request on every node. */
export async function findDirectory(
  db: Kysely<Tables>,
  secret: string,
  nowMs: number,
): Promise<FoundDirectory> {
  const token = await findTokenByFingerprint(db, fingerprintBytes(fingerprint(secret)));
  if (!token) return { directory: undefined, hasEnded: false };
  const directory = { tokenId: token.id, organizationId: token.organization_id, createdBy: token.created_by };
  if (hasEnded(token, nowMs)) return { directory, hasEnded: true };
  if (token.used_at === null || nowMs - token.used_at >= MINUTE_MS) await noteTokenUse(db, token.id, nowMs);
  return { directory, hasEnded: false };
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
