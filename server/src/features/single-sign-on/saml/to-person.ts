import type { SsoConnection } from '@svc/contract';
import { readClaims, type ProvidedPerson } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { Assertion } from './read-assertion.ts';

const FORMATS = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};

/** Ways of signing in that had a second factor (D-SSO-18). */
const SECOND_FACTOR: ReadonlySet<string> = new Set([
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
]);

/**
 * Who signed in. The NameID is the subject, so one that is another at each sign-in is refused. Without the attribute of the email, a NameID
 * that is an email counts as it. Throws SignOnFailure with the reason `claims`.
 */
export function toPerson(assertion: Assertion, map: SsoConnection['attribute_map']): ProvidedPerson {
  const { nameId, nameIdFormat, attributes, sessionEndsAtMs } = assertion;
  if (nameIdFormat === FORMATS.transient) throw new SignOnFailure('claims');
  const emailOfName = nameIdFormat === FORMATS.email ? nameId : undefined;
  const claims = {
    sub: nameId,
    email: attributes.has(map.email) ? single(attributes.get(map.email)) : emailOfName,
    email_verified: single(attributes.get('email_verified')),
    name: single(attributes.get(map.name)),
    groups: attributes.get(map.groups) ?? [],
    amr: assertion.contextClasses.some((name) => SECOND_FACTOR.has(name)) ? ['mfa'] : [],
  };
  return { ...readClaims(claims, { email: 'email', name: 'name', groups: 'groups' }), sessionEndsAtMs };
}

/** Several values stay a list, which is no email and no name. */
function single(values: readonly unknown[] = []): unknown {
  return values.length === 1 ? values[0] : values;
}
