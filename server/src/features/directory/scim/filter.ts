import { attributeNames, withoutSchema, type AttributeNames } from './attribute-name.ts';
import { scimError } from './scim-error.ts';

/** One `eq` of a filter. All conditions of a filter hold at once. */
export interface Condition<Attribute extends string = string> {
  readonly attribute: Attribute;
  readonly value: string;
}

export type UserFilterAttribute = 'userName' | 'externalId' | 'emails.value' | 'id' | 'displayName';
export type GroupFilterAttribute = 'externalId' | 'id' | 'displayName';

const USER_ATTRIBUTES = attributeNames(['userName', 'externalId', 'emails.value', 'id', 'displayName']);
const GROUP_ATTRIBUTES = attributeNames(['externalId', 'id', 'displayName']);

const MAX_CONDITIONS = 10;
const CONDITION = /\s*([\w.:$-]+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*/iy;
const AND = /and(?=\s)/iy;

/** Throws 400 `invalidFilter` for everything but `eq` joined by `and` (SCIM-07). Empty: every user. */
export function parseUserFilter(filter: string | undefined): readonly Condition<UserFilterAttribute>[] {
  return parseFilter(filter, USER_ATTRIBUTES) as readonly Condition<UserFilterAttribute>[];
}

export function parseGroupFilter(filter: string | undefined): readonly Condition<GroupFilterAttribute>[] {
  return parseFilter(filter, GROUP_ATTRIBUTES) as readonly Condition<GroupFilterAttribute>[];
}

function parseFilter(filter: string | undefined, names: AttributeNames): readonly Condition[] {
  if (filter === undefined) return [];
  const conditions = readConditions(filter);
  if (conditions === undefined || conditions.length > MAX_CONDITIONS) throw unreadable();
  return conditions.map(({ attribute, value }) => {
    const proper = names.get(withoutSchema(attribute)?.toLowerCase() ?? '');
    if (proper === undefined) throw unreadable();
    return { attribute: proper, value };
  });
}

/** The conditions of a filter with names as they were written, booleans as text. Undefined: it is no such filter. */
export function readConditions(filter: string): readonly Condition[] | undefined {
  const conditions: Condition[] = [];
  let position = 0;
  do {
    CONDITION.lastIndex = position;
    const match = CONDITION.exec(filter);
    const [whole, attribute, literal] = match ?? [];
    if (whole === undefined || attribute === undefined || literal === undefined) return undefined;
    const value = readLiteral(literal);
    if (value === undefined) return undefined;
    conditions.push({ attribute, value });
    position += whole.length;
    if (position === filter.length) return conditions;
    AND.lastIndex = position;
    position += 'and'.length;
  } while (AND.test(filter));
  return undefined;
}

function readLiteral(literal: string): string | undefined {
  if (!literal.startsWith('"')) return literal.toLowerCase();
  try {
    const value = JSON.parse(literal) as string;
    // No attribute holds such a text, and the database takes none.
    return value.includes('\0') || !value.isWellFormed() ? undefined : value;
  } catch {
    return undefined;
  }
}

function unreadable(): Error {
  return scimError(
    'invalidFilter',
    'Filters are comparisons with eq, joined by and, of id, userName, externalId, displayName or emails.value.',
  );
}
