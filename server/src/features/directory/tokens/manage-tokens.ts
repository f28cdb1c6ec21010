import {
  ApiError,
  SECRET_PREFIXES,
  type DirectoryToken,
  type DirectoryTokenCreation,
  type NewDirectoryToken,
} from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { requireOwner } from '#features/organization';
import { fingerprint, fingerprintBytes, newId, newSecret, toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import {
  countLiveTokens,
  deleteTokenRow,
  findToken,
  findTokenPage,
  insertToken,
  type StoredToken,
} from '../store/tokens.ts';

/**
 * Makes a directory token. Its secret is in this answer and nowhere else (SCIM-01). Throws 403 `role_required`, 400
 * `invalid_parameter` for an end in the past, 409 `resource_conflict` where as many as may be are live.
 */
export async function createToken(
  change: MutationContext,
  { name, expires_at: expiresAt }: DirectoryTokenCreation,
  maxTokens: number,
): Promise<NewDirectoryToken> {
  requireOwner(change);
  const { scope, userId, nowMs } = change;
  const expiresAtMs = typeof expiresAt === 'string' ? Date.parse(expiresAt) : null;
  if (expiresAtMs !== null && expiresAtMs <= nowMs)
    throw new ApiError('invalid_parameter', {
      param: 'expires_at',
      message: 'expires_at must be in the future.',
    });
  if ((await countLiveTokens(scope, nowMs)) >= maxTokens)
    throw new ApiError('resource_conflict', {
      message: `The organization already has ${maxTokens} directory tokens. Delete one and try again.`,
    });
  const secret = newSecret(SECRET_PREFIXES.directoryToken).reveal();
  const token = await insertToken(scope, {
    id: newId('dirtok_', nowMs),
    name,
    fingerprint: fingerprintBytes(fingerprint(secret)),
    created_by: userId,
    expires_at: expiresAtMs,
    created_at: nowMs,
    used_at: null,
  });
  await auditChange(change, {
    event: 'directory_token.created',
    resource: { type: 'directory_token', id: token.id },
  });
  return { ...toDirectoryToken(token), secret };
}

/** Those that have ended too, until they are deleted. */
export function listTokens(scope: OrganizationScope, query: PageQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findTokenPage(scope, page),
    hasPlace: isWellFormedId('directoryToken'),
    toItem: toDirectoryToken,
    idOf: ({ id }) => id,
  });
}

/** The directory is refused from its next request on. Throws 403 `role_required`, 404 `directory_token_not_found`. */
export async function deleteToken(change: MutationContext, id: string): Promise<object> {
  requireOwner(change);
  if (!(await findToken(change.scope, id))) throw new ApiError('directory_token_not_found');
  await deleteTokenRow(change.scope, id);
  await auditChange(change, {
    event: 'directory_token.deleted',
    resource: { type: 'directory_token', id },
  });
  return { id, type: 'directory_token', deleted: true };
}

function toDirectoryToken(token: StoredToken): DirectoryToken {
  return {
    id: token.id,
    type: 'directory_token',
    name: token.name,
    expires_at: token.expires_at === null ? null : toTimestamp(token.expires_at),
    created_at: toTimestamp(token.created_at),
    last_used_at: token.used_at === null ? null : toTimestamp(token.used_at),
  };
}
