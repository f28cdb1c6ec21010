import { LIMITS, withoutUnseen } from '@svc/contract';
import type { UserAttributes } from '../scim/user-attributes.ts';

/** The address by which the person signs in: the primary one, else the name of the user (D-SCIM-3). */
export function emailOf({ emails, userName }: UserAttributes): string {
  return emails.find(({ primary }) => primary)?.value ?? userName;
}

/** What the person is called. Undefined: the directory does not say. Cut to what people may call themselves. */
export function nameOf({ displayName, name }: UserAttributes): string | undefined {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  const text = withoutUnseen(displayName ?? name?.formatted ?? parts).trim();
  return text === '' ? undefined : Array.from(text).slice(0, LIMITS.person_name_characters).join('');
}
