import { isRecord, keepAttributes } from './attribute-name.ts';
import { parseBoolean } from './parse-boolean.ts';
import type { PatchOperation } from './patch-operations.ts';
import type { Condition } from './filter.ts';
import { scimError } from './scim-error.ts';
import {
  EMAIL_PARTS,
  MAX_EMAILS,
  NAME_PARTS,
  parseUser,
  USER_NAMES,
  type SentUser,
} from './user-attributes.ts';

type Document = Record<string, unknown>;

/** A user has few attributes. Each operation walks the e-mail addresses, and groups alone may have ten thousand operations. */
const MAX_OPERATIONS = 200;

/**
 * The user after all operations, or none of them: nothing is judged before the last (D-SCIM-4). `active` is undefined unless one
 * of them says it. Throws 400 `invalidValue` or `invalidPath`.
 */
export function patchUser(user: SentUser['attributes'], operations: readonly PatchOperation[]): SentUser {
  if (operations.length > MAX_OPERATIONS)
    throw scimError(
      'tooMany',
      `A PATCH of a user has at most ${MAX_OPERATIONS} operations. Send it in parts.`,
    );
  let document: Document = { ...user };
  for (const operation of operations) document = applyOperation(document, operation);
  return parseUser(document);
}

function applyOperation(document: Document, operation: PatchOperation): Document {
  const name = USER_NAMES.get(operation.path.attribute);
  if (name === undefined) return document;
  if (name === 'emails') return { ...document, emails: patchEmails(toList(document['emails']), operation) };
  if (operation.path.conditions !== undefined)
    throw scimError('invalidPath', `${name} is no list that elements can be chosen of.`);
  if (name === 'name') return { ...document, name: patchName(document['name'], operation) };
  if (operation.path.subAttribute !== undefined)
    throw scimError('invalidPath', `${name} has no sub-attributes.`);
  return { ...document, [name]: operation.op === 'remove' ? null : operation.value };
}

/** Parts that the value does not name stay (RFC 7644 §3.5.2.3). */
function patchName(name: unknown, { op, path, value }: PatchOperation): unknown {
  const parts = isRecord(name) ? name : {};
  if (path.subAttribute === undefined) {
    if (op === 'remove' || value === null) return null;
    return isRecord(value) ? { ...parts, ...keepAttributes(value, NAME_PARTS) } : value;
  }
  const part = NAME_PARTS.get(path.subAttribute);
  return part === undefined ? parts : { ...parts, [part]: op === 'remove' ? null : value };
}

function patchEmails(emails: readonly Document[], { op, path, value }: PatchOperation): readonly Document[] {
  const { conditions = [], subAttribute } = path;
  const isMeant = (email: Document): boolean => conditions.every((condition) => holds(email, condition));
  if (subAttribute === undefined && path.conditions === undefined)
    return op === 'remove' ? withoutSent(emails, value) : withSent(op === 'add' ? emails : [], value);
  const part = subAttribute === undefined ? undefined : EMAIL_PARTS.get(subAttribute);
  if (subAttribute !== undefined && part === undefined) return emails;
  // An address that loses its value is gone.
  if (op === 'remove' && (part === undefined || part === 'value'))
    return emails.filter((email) => !isMeant(email));
  const content = op === 'remove' ? null : value;
  const set = (email: Document): Document =>
    part === undefined ? { ...email, ...requireObject(content) } : { ...email, [part]: content };
  if (emails.some(isMeant)) return emails.map((email) => (isMeant(email) ? set(email) : email));
  // Entra ID sets `emails[type eq "work"].value` of users who have none yet: that makes it.
  return op === 'remove' ? emails : bounded([...emails, set(fromConditions(conditions))]);
}

function withSent(emails: readonly Document[], value: unknown): readonly Document[] {
  const added = toList(value);
  const values = new Set(added.map((email) => email['value']));
  const hasPrimary = added.some((email) => parseBoolean(email['primary']) === true);
  const kept = emails.filter((email) => !values.has(email['value']));
  return bounded([...(hasPrimary ? kept.map((email) => ({ ...email, primary: false })) : kept), ...added]);
}

function withoutSent(emails: readonly Document[], value: unknown): readonly Document[] {
  if (value === undefined || value === null) return [];
  const values = new Set(toList(value).map((email) => email['value']));
  return emails.filter((email) => !values.has(email['value']));
}

function toList(value: unknown): readonly Document[] {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return bounded(list).map(requireObject);
}

function bounded<T>(list: readonly T[]): readonly T[] {
  if (list.length > MAX_EMAILS) throw scimError('invalidValue', `emails are at most ${MAX_EMAILS}.`);
  return list;
}

function requireObject(value: unknown): Document {
  if (!isRecord(value)) throw scimError('invalidValue', 'emails are objects with a value.');
  return keepAttributes(value, EMAIL_PARTS);
}

function holds(email: Document, { attribute, value }: Condition): boolean {
  const part = EMAIL_PARTS.get(attribute.toLowerCase());
  if (part === 'primary') return (parseBoolean(email['primary']) ?? false) === parseBoolean(value);
  const content = part === undefined ? undefined : email[part];
  return typeof content === 'string' && content.toLowerCase() === value.toLowerCase();
}

function fromConditions(conditions: readonly Condition[]): Document {
  return keepAttributes(
    Object.fromEntries(conditions.map(({ attribute, value }) => [attribute, value])),
    EMAIL_PARTS,
  );
}
