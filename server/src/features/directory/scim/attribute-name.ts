/** Attributes that are kept, by their names in lower case: RFC 7643 §2.1 compares names without case. */
export type AttributeNames = ReadonlyMap<string, string>;

export function attributeNames(names: readonly string[]): AttributeNames {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

const SCHEMAS = 'urn:ietf:params:scim:schemas:';
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

/** A name or path without the schema of users and groups before it. Undefined: it belongs to another schema. */
export function withoutSchema(path: string): string | undefined {
  if (!path.includes(':')) return path;
  const name = path.replace(CORE, '');
  return name.toLowerCase().startsWith(SCHEMAS) ? undefined : name;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object that are kept, by their proper names. A name that occurs in two spellings has its last value. */
export function keepAttributes(
  value: Readonly<Record<string, unknown>>,
  names: AttributeNames,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(value)) {
    const proper = names.get(withoutSchema(name)?.toLowerCase() ?? '');
    if (proper !== undefined) kept[proper] = content;
  }
  return kept;
}
