import { randomBytes } from 'node:crypto';
import { ApiError, type Domain } from '@svc/contract';
import { auditChange, type ChangeContext, type MutationContext } from '#features/audit';
import { requireOwner } from '#features/organization';
import { toDomainObject } from './domain-object.ts';
import { requireDomain } from './domains.ts';
import { requireOwnableDomain } from './names/domain-name.ts';
import { deleteDomainRow, insertDomain, isVerifiedElsewhere, setDomain, type DomainRow } from './store.ts';

/** Throws 403 `role_required`, 400 `invalid_parameter`, 409 `resource_conflict`. */
export async function createDomain(change: MutationContext, name: string): Promise<Domain> {
  requireOwner(change);
  const { scope, nowMs } = change;
  const domain = requireOwnableDomain(name);
  await requireFree(change, domain);
  const row = { domain, txt_value: `svc-verification=${randomBytes(24).toString('base64url')}` };
  if (!(await insertDomain(scope, row, nowMs)))
    throw new ApiError('resource_conflict', {
      param: 'domain',
      message: 'The organization already has this domain.',
    });
  await audit(change, domain, 'domain.created');
  return toDomainObject(await requireDomain(scope, domain));
}

/** Verifies a domain whose value was found just before. Throws 403 `role_required`, 404 `domain_not_found`, 409 `resource_conflict`. */
export async function verifyDomain(change: MutationContext, name: string): Promise<Domain> {
  requireOwner(change);
  const row = await requireDomain(change.scope, name);
  await requireFree(change, row.domain);
  await setFound(change, row);
  return toDomainObject(await requireDomain(change.scope, row.domain));
}

/** Notes that the value is there. Nobody else may have verified the domain. */
export async function setFound(change: ChangeContext, row: DomainRow): Promise<void> {
  const { scope, nowMs } = change;
  const isNew = row.status === 'pending';
  await setDomain(scope, row.domain, {
    status: 'verified',
    missing_since_at: null,
    checked_at: nowMs,
    ...(isNew ? { verified_at: nowMs } : {}),
  });
  if (isNew) await audit(change, row.domain, 'domain.verified');
}

/** The domain stops matching people by email. The daily check keeps looking for its value. */
export async function setLapsed(change: ChangeContext, { domain }: DomainRow): Promise<void> {
  await setDomain(change.scope, domain, { status: 'pending', verified_at: null });
  await audit(change, domain, 'domain.lapsed');
}

/** Throws 403 `role_required`, 404 `domain_not_found`. */
export async function deleteDomain(change: MutationContext, name: string): Promise<object> {
  requireOwner(change);
  const { domain } = await requireDomain(change.scope, name);
  await deleteDomainRow(change.scope, domain);
  await audit(change, domain, 'domain.deleted');
  return { domain, type: 'domain', deleted: true };
}

/** A domain is verified in one organization at a time (SSO-02). */
async function requireFree({ scope }: MutationContext, domain: string): Promise<void> {
  if (await isVerifiedElsewhere(scope, domain))
    throw new ApiError('resource_conflict', {
      param: 'domain',
      message: 'Another organization has verified this domain.',
    });
}

function audit(
  change: ChangeContext,
  domain: string,
  event: 'domain.created' | 'domain.verified' | 'domain.lapsed' | 'domain.deleted',
): Promise<void> {
  return auditChange(change, { event, resource: { type: 'domain', id: domain } });
}
