import { withoutUnseen, type SsoConnection } from '@svc/contract';
import type { StoredPerson } from '#store';
import { SignOnFailure } from './sign-on-failure.ts';

/** Who signed in, as the provider says it. */
export type ProvidedPerson = StoredPerson;

type Claims = Readonly<Record<string, unknown>>;

const SUBJECT = /^[^\p{Cc}]{1,255}$/u;
/**
 * One text with one @ (D-SSO-14): what looks like two addresses is none. In ASCII, as all addresses here: other letters, such as the sign of
 * Kelvin, become a letter of somebody else's address in lower case.
 */
const EMAIL = /^[\x21-\x3f\x41-\x7e]{1,64}@([\x21-\x3f\x41-\x7e]{1,253})$/;
const CONTROLS = /\p{Cc}/gu;

/** Throws SignOnFailure with the reason `claims` when they do not identify a person. */
export function readClaims(claims: Claims, map: SsoConnection['attribute_map']): ProvidedPerson {
  const { sub: subject, email_verified: isVerified, amr } = claims;
  if (typeof subject !== 'string' || !SUBJECT.test(subject) || !subject.isWellFormed())
    throw new SignOnFailure('claims');
  const { [map.email]: email, [map.name]: name } = claims;
  const [, domain] = (typeof email === 'string' && EMAIL.exec(email)) || [];
  if (typeof email !== 'string' || domain === undefined) throw new SignOnFailure('claims');
  return {
    subject,
    email,
    domain: domain.toLowerCase(),
    isEmailUnverified: isVerified === false || isVerified === 'false',
    name: nameOf(name),
    groups: textsOf(claims[map.groups]),
    usedSecondFactor: textsOf(amr).includes('mfa'),
    sessionEndsAtMs: endOf(claims['session_expiry']),
  };
}

function nameOf(claim: unknown): string | undefined {
  const name = typeof claim === 'string' ? withoutUnseen(claim).replaceAll(CONTROLS, '').trim() : '';
  return name === '' ? undefined : name;
}

/** In seconds, as OpenID's profile for enterprises (IPSIE) names the end of a session. Throws SignOnFailure for what is no time. */
function endOf(expiry: unknown): number | undefined {
  if (expiry === undefined) return undefined;
  const endMs = typeof expiry === 'number' ? expiry * 1000 : Number.NaN;
  if (!Number.isSafeInteger(Math.round(endMs))) throw new SignOnFailure('claims');
  return Math.round(endMs);
}

/** One text counts as a list of one (D-SSO-15). */
function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === 'string');
}
