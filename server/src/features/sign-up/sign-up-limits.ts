import type { SignUpConfig } from '#config';
import { takeAttempt, type AttemptLimit, type AttemptParts } from '#features/console-auth';
import { DAY_MS, HOUR_MS, networkOf } from '#kit';
import { mailDomain } from './mail-domain.ts';

/** How long the mailed link works. */
export const LINK_MS = DAY_MS;
/** How long a request waits for approval. */
export const WAITING_MS = 30 * DAY_MS;
/** How long the link of an approved one works. */
export const APPROVED_MS = 7 * DAY_MS;
/** For how long it is seen how a sign-up ended. */
export const ENDED_MS = 90 * DAY_MS;

/** Requests from one network. Many people may share one, and each request sends a mail. */
const NETWORK_REQUESTS: AttemptLimit = { attempts: 10, windowMs: HOUR_MS };
const ADDRESS_REQUESTS: AttemptLimit = { attempts: 3, windowMs: HOUR_MS };
/** From all networks together. With the time that a link works it bounds how many requests there are that nobody has verified. */
const ALL_REQUESTS: AttemptLimit = { attempts: 300, windowMs: HOUR_MS };

/** Counts a request for a link, whoever has the address. Throws 429 `too_many_attempts`. */
export async function takeRequest(
  parts: AttemptParts,
  { address, email }: { readonly address: string; readonly email: string },
): Promise<void> {
  await takeAttempt(parts, ['sign_up', 'network', networkOf(address)], NETWORK_REQUESTS);
  await takeAttempt(parts, ['sign_up', 'address', email], ADDRESS_REQUESTS);
  await takeAttempt(parts, ['sign_up', 'all'], ALL_REQUESTS);
}

/**
 * Counts an organization that somebody with a verified address makes, or asks for. Not counted before: strangers must not use up what a
 * domain has. In the transaction, so that what fails is not counted. Throws 429 `too_many_attempts`.
 */
export async function takeOrganization(
  parts: AttemptParts,
  config: SignUpConfig,
  email: string,
): Promise<void> {
  const { organizations_per_domain_per_day: ofDomain, organizations_per_day: ofAll } = config;
  const domain = ['sign_up', 'domain', mailDomain(email)];
  await takeAttempt(parts, domain, { attempts: ofDomain, windowMs: DAY_MS });
  await takeAttempt(parts, ['sign_up', 'organizations'], { attempts: ofAll, windowMs: DAY_MS });
}
