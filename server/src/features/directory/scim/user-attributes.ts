import { attributeNames, isRecord, keepAttributes } from './attribute-name.ts';
import { parseBoolean } from './parse-boolean.ts';
import { scimError } from './scim-error.ts';

export interface UserEmail {
  readonly value: string;
  readonly type: string | null;
  readonly primary: boolean;
}

/** What is kept of a user as their directory has them. */
export interface UserAttributes {
  readonly userName: string;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly name: UserName | null;
  readonly emails: readonly UserEmail[];
}

export interface UserName {
  readonly formatted: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** A user that a directory sent. `active` is undefined where it says nothing of it: then it stays (SCIM-11). */
export interface SentUser {
  readonly attributes: UserAttributes;
  readonly active: boolean | undefined;
}

export const USER_NAMES = attributeNames([
  'userName',
  'externalId',
  'displayName',
  'name',
  'emails',
  'active',
]);
export const NAME_PARTS = attributeNames(['formatted', 'givenName', 'familyName']);
export const EMAIL_PARTS = attributeNames(['value', 'type', 'primary']);

const MAX_TEXT = 256;
// oxlint-disable-next-line no-control-regex -- what no name may hold
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
export const MAX_EMAILS = 20;

/** Reads a whole user, of a POST or PUT, or as a PATCH left it. Throws 400 `invalidSyntax` or `invalidValue`. */
export function parseUser(body: unknown): SentUser {
  if (!isRecord(body)) throw scimError('invalidSyntax', 'The body is a user in JSON.');
  const { userName, externalId, displayName, name, emails, active } = keepAttributes(body, USER_NAMES);
  const attributes = {
    userName: requireText('userName', userName),
    externalId: parseText('externalId', externalId),
    displayName: parseText('displayName', displayName),
    name: parseName(name),
    emails: parseEmails(emails),
  };
  return { attributes, active: parseActive(active) };
}

function parseActive(active: unknown): boolean | undefined {
  if (active === undefined || active === null) return undefined;
  const parsed = parseBoolean(active);
  if (parsed === undefined) throw invalid('active', 'is true or false');
  return parsed;
}

function parseName(value: unknown): UserName | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) throw invalid('name', 'is an object');
  const { formatted, givenName, familyName } = keepAttributes(value, NAME_PARTS);
  return {
    formatted: parseText('name.formatted', formatted),
    givenName: parseText('name.givenName', givenName),
    familyName: parseText('name.familyName', familyName),
  };
}

function parseEmails(value: unknown): readonly UserEmail[] {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MAX_EMAILS) throw invalid('emails', `are at most ${MAX_EMAILS}`);
  const emails = list.map(parseEmail);
  if (emails.filter(({ primary }) => primary).length > 1) throw invalid('emails', 'have one primary at most');
  return emails;
}

function parseEmail(email: unknown): UserEmail {
  if (!isRecord(email)) throw invalid('emails', 'are objects with a value');
  const { value, type, primary } = keepAttributes(email, EMAIL_PARTS);
  return {
    value: requireText('emails.value', value),
    type: parseText('emails.type', type),
    primary: parseBoolean(primary) ?? false,
  };
}

export function requireText(name: string, value: unknown): string {
  const text = parseText(name, value);
  if (text === null) throw invalid(name, 'is required');
  return text;
}

/** Null for what is absent or empty: directories send "" for what they do not have. */
export function parseText(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw invalid(name, 'is a text');
  if (value.length > MAX_TEXT) throw invalid(name, `has at most ${MAX_TEXT} characters`);
  if (CONTROL.test(value) || !value.isWellFormed()) throw invalid(name, 'has characters that are no text');
  return value;
}

function invalid(name: string, what: string): Error {
  return scimError('invalidValue', `${name} ${what}.`);
}
