import { domainToASCII } from 'node:url';
import type { OrganizationScope } from '#store';
import { scimError } from '../scim/scim-error.ts';
import type { UserAttributes } from '../scim/user-attributes.ts';
import { findNamesake, findVerifiedDomains } from '../store/users.ts';
import { emailOf } from './user-person.ts';

/**
 * Refuses with 400 `invalidValue` addresses beyond the domains that the organization has verified (SCIM-04, D-SCIM-3). Those that the directory
 * keeps already pass: it must be able to suspend people when a domain is lost.
 */
export async function requireVerifiedAddresses(
  scope: OrganizationScope,
  attributes: UserAttributes,
  kept: UserAttributes | undefined,
): Promise<void> {
  const known = new Set(kept && addressesOf(kept));
  const added = addressesOf(attributes).filter((address) => !known.has(address));
  if (added.length === 0) return;
  const verified = await findVerifiedDomains(scope, added.map(domainOf));
  const refused = added.find((address) => !verified.has(domainOf(address)));
  if (refused !== undefined)
    throw scimError(
      'invalidValue',
      'userName and emails must be addresses of a domain that the organization has verified.',
    );
}

/** Refuses with 409 `uniqueness` what another member has (SCIM-05). */
export async function requireUnique(
  scope: OrganizationScope,
  attributes: UserAttributes,
  userId?: string,
): Promise<void> {
  if (await findNamesake(scope, { attributes, email: emailOf(attributes), userId }))
    throw scimError(
      'uniqueness',
      'A member has this userName, e-mail address or externalId. Find them by a filter and change them.',
    );
}

function addressesOf({ userName, emails }: UserAttributes): string[] {
  return [userName, ...emails.map(({ value }) => value)].map((address) => address.toLowerCase());
}

/** Empty for what is no address. */
function domainOf(address: string): string {
  const [local, domain, ...more] = address.split('@');
  return local && domain && more.length === 0 ? domainToASCII(domain) : '';
}
