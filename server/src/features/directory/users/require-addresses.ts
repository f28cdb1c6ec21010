import { findVerifiedDomains } from '#features/domains';
import type { OrganizationScope } from '#store';
import { scimError } from '../scim/scim-error.ts';
import type { UserAttributes } from '../scim/user-attributes.ts';
import { findNamesake } from '../store/users.ts';
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
  if (!(await areVerified(scope, added)))
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
  return [userName, ...emails.map(({ value }) => value)];
}

/** Whether the organization has verified the domains of all of them now. */
export async function areVerified(scope: OrganizationScope, addresses: readonly string[]): Promise<boolean> {
  if (addresses.length === 0) return true;
  const domains = addresses.map(domainOf);
  const verified = await findVerifiedDomains(scope, domains);
  return domains.every((domain) => verified.has(domain));
}

/**
 * In ASCII alone: letters outside it have lower cases that JavaScript and the database do not agree on, and two spellings of one mailbox
 * would be two people.
 */
const ADDRESS = /^[!-?A-~]{1,64}@([a-z0-9.-]{1,253})$/i;

/** As domains are stored, in lower case and punycode. Empty for what is no address: nothing in it is decoded or cut, as a URL's host would be. */
export function domainOf(address: string): string {
  return ADDRESS.exec(address)?.[1]?.toLowerCase() ?? '';
}
