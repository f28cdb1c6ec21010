import type { Kysely } from 'kysely';
import { BY_SYSTEM, recordAudit } from '#features/audit';
import { enqueueForOwners } from '#features/mail';
import { bumpEpoch } from '#features/organization';
import { fingerprint, OperatorError } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { matchKeys, setRevoked, type KeyMatch } from './store/revocation.ts';
import type { KeyKind, KeyType } from './store/stored-keys.ts';

/** What an operator needs to tell keys apart; nothing secret. */
export interface KeyCandidate {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind | 'admin';
  readonly prefix: string;
  readonly organization: string;
}

export class UnknownKeyError extends OperatorError {
  constructor() {
    super('No key has that id, name, prefix or secret.');
    this.name = 'UnknownKeyError';
  }
}

/** The name or prefix fits several keys that are not revoked. The message lists them. */
export class AmbiguousKeyError extends OperatorError {
  readonly candidates: readonly KeyCandidate[];

  constructor(candidates: readonly KeyCandidate[]) {
    const lines = candidates.map(
      (key) => `  ${key.id}  ${key.kind}  ${key.prefix}…  ${key.name} (${key.organization})`,
    );
    super(`Several keys match; use the id of one:\n${lines.join('\n')}`);
    this.name = 'AmbiguousKeyError';
    this.candidates = candidates;
  }
}

export interface RevokedKey {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind | 'admin';
  /** For `KeyDirectory.invalidate` or `AdminKeyDirectory.invalidate`. */
  readonly fingerprint: string;
  /** True when it had been revoked before; nothing was written then. */
  readonly alreadyRevoked: boolean;
  readonly organizationId: string;
  /** Of the organization's credentials, after this. */
  readonly epoch: number;
}

/** An id or a secret is exact. A name or prefix means the one key that is not revoked, else the one revoked last. */
function choose(matches: readonly KeyMatch[], target: string, secretFingerprint: string): KeyMatch {
  const exact =
    matches.find((key) => key.id === target) ?? matches.find((key) => key.fingerprint === secretFingerprint);
  if (exact !== undefined) return exact;
  const live = matches.filter((key) => key.status !== 'revoked');
  if (live.length > 1)
    throw new AmbiguousKeyError(
      live.map(({ id, name, kind, prefix, organization }) => ({ id, name, kind, prefix, organization })),
    );
  const [latest] =
    live.length === 1 ? live : matches.toSorted((a, b) => (b.revokedAtMs ?? 0) - (a.revokedAtMs ?? 0));
  if (latest === undefined) throw new UnknownKeyError();
  return latest;
}

export interface KnownKey {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string | null;
  readonly name: string;
  readonly type: KeyType;
}

/**
 * Revokes a key that the caller has at hand, audited, within the caller's transaction; owners get mail about an admin key (D-CONS-8).
 * False when it was revoked already.
 */
export async function revokeKnownKey(
  trx: Kysely<Tables>,
  { id, organizationId, workspaceId, name, type }: KnownKey,
  nowMs: number,
  source = BY_SYSTEM,
): Promise<boolean> {
  if (!(await setRevoked(trx, `${type}s`, id, nowMs))) return false;
  await recordAudit(
    trx,
    { organizationId, workspaceId, event: `${type}.revoked`, ...source, resource: { type, id } },
    nowMs,
  );
  if (type === 'admin_key') {
    const notice = { kind: 'admin_key_revoked', data: { keyId: id, name, by: source.actor.email } } as const;
    await enqueueForOwners(new OrganizationScope(trx, organizationId), notice, nowMs);
  }
  return true;
}

/**
 * Revokes an inference or admin key for good (platform contract §5.5, D-KEY-2), audited in the same transaction.
 * `target` is its id, its name, its prefix (the first 12 characters) or the whole secret.
 * Throws UnknownKeyError and AmbiguousKeyError. The caller invalidates the caches of every node.
 */
export async function revokeKey(db: Kysely<Tables>, target: string, nowMs: number): Promise<RevokedKey> {
  return db.transaction().execute(async (trx) => {
    const secretFingerprint = fingerprint(target);
    const key = choose(await matchKeys(trx, target, secretFingerprint), target, secretFingerprint);
    const revoked = await revokeKnownKey(
      trx,
      { ...key, type: key.kind === 'admin' ? 'admin_key' : 'api_key' },
      nowMs,
    );
    const epoch = await bumpEpoch(trx, key.organizationId);
    const { id, name, kind, fingerprint: print, organizationId } = key;
    return { id, name, kind, fingerprint: print, alreadyRevoked: !revoked, organizationId, epoch };
  });
}
