import { ApiError, type OwnerLinkCreation, type OwnerSetupLink } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import {
  makeOwnerLink,
  resetSignInWithin,
  claimUnverifiedAccount,
  type SignInReset,
} from '#features/console-auth';
import type { OperatorChange } from '#features/module';
import { addMember, changeByOperator, claimEmail, createUser } from '#features/organization';
import { OperatorError, toTimestamp } from '#kit';
import { findOwner } from './store.ts';

const LINK_DAYS = 1;
const PAGE = '/console/set-up';

/**
 * The one-time link by which the primary owner sets name, email and password. An organization without one gets the person who is named.
 * What signed the owner in until now stops. Throws 409 where an owner is named who is there, or none who is not.
 */
export function createOwnerLink(
  by: OperatorChange,
  organizationId: string,
  { email, name }: OwnerLinkCreation,
  baseUrl: string,
): Promise<OwnerSetupLink> {
  return changeByOperator(by, organizationId, async (change) => {
    const owner = await findOwner(by.db, organizationId);
    if (owner && email !== undefined)
      throw new ApiError('resource_conflict', {
        param: 'email',
        message: 'The organization has a primary owner. Leave email out to create a link for them.',
      });
    if (!owner && email === undefined)
      throw new ApiError('resource_conflict', {
        param: 'email',
        message: 'The organization has no primary owner. Send the email of the new primary owner.',
      });
    const link = owner
      ? await resetOwner(by, organizationId)
      : await appoint(by, change, { email: email!, name: name ?? email! });
    by.epochs.push(...link.epochs);
    const resource = { type: 'organization', id: organizationId };
    await by.note({ event: 'owner_link.created', resource, organizationId });
    return {
      type: 'owner_setup_link',
      email: link.email,
      url: `${baseUrl}${PAGE}#${link.token.reveal()}`,
      expires_at: toTimestamp(link.expiresAtMs),
    };
  });
}

/** An owner who may not sign in anywhere, or not here, gets no link. */
function resetOwner({ db, nowMs }: OperatorChange, organization: string): Promise<SignInReset> {
  return resetSignInWithin(db, { organization }, nowMs).catch((error: unknown) => {
    throw error instanceof OperatorError
      ? new ApiError('resource_conflict', {
          message:
            'The primary owner is suspended or removed, or their account is disabled. Change that first.',
        })
      : error;
  });
}

/** Makes a new person the primary owner. Somebody with an account is invited instead: a link would open what they have elsewhere. */
async function appoint(
  { db, nowMs }: OperatorChange,
  change: MutationContext,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<Omit<SignInReset, 'page'>> {
  const { organizationId } = change.scope;
  const account = await claimEmail(db, email);
  if (account && !account.is_unproven)
    throw new ApiError('resource_conflict', {
      param: 'email',
      message: 'This person has an account already. Send the email of somebody new.',
    });
  const userId = account?.id ?? (await createUser(db, { email, name }, nowMs));
  const epochs = account ? await claimUnverifiedAccount(db, { userId, email }, nowMs) : [];
  await addMember(db, { organizationId, userId, role: 'primary_owner' }, nowMs);
  await auditChange(change, {
    event: 'member.joined',
    resource: { type: 'user', id: userId },
    changes: { role: { from: null, to: 'primary_owner' } },
  });
  const link = await makeOwnerLink(db, { organizationId, userId }, { nowMs, days: LINK_DAYS });
  return { ...link, email, epochs };
}
