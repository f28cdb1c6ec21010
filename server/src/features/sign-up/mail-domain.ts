import { ApiError } from '@svc/contract';
import type { SignUpConfig } from '#config';

/** The part behind the @, in small letters. Addresses are ASCII, so names in other scripts come as `xn--…`. */
export function mailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** Whether an address may be signed up with. What comes before the @ does not matter, and a subdomain is another domain. */
export function isOpenTo({ mode, domains }: SignUpConfig, email: string): boolean {
  return mode !== 'domains' || domains.includes(mailDomain(email));
}

/** Throws 400 if the domain of the address is not allowed to sign up. The error does not list the allowed domains. */
export function requireOpenTo(config: SignUpConfig, email: string): void {
  if (isOpenTo(config, email)) return;
  throw new ApiError('invalid_parameter', {
    param: 'email',
    message:
      'Addresses at this domain cannot be used to sign up. Use the one of your organization, or ask to be invited.',
  });
}
