import { toDomainName } from '#features/domains';
import { findConnectionOfDomain } from '../store/connections.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

/**
 * Where the sign-in page goes on (SSO-04, D-SSO-11). Only the domain is looked at, never whether the address has an account: the answer and
 * its time are the same for all addresses of a domain.
 */
export async function beginSignIn(
  { db }: Pick<SignOnDeps, 'db'>,
  { email }: { readonly email: string },
): Promise<object> {
  const domain = toDomainName(email.slice(email.lastIndexOf('@') + 1));
  const connection = domain === undefined ? undefined : await findConnectionOfDomain(db, domain);
  return connection ? { next: 'sso', url: `/sso/${connection.id}/start` } : { next: 'password', url: null };
}
