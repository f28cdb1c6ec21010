import { withoutSchema } from './attribute-name.ts';

const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

/** What a request says of attributes. */
export interface AttributeQuery {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

/**
 * What of a resource is answered: all of it, only `attributes`, or all but `excludedAttributes`, as lists of names with commas
 * (RFC 7644 §3.9). A sub-attribute stands for the attribute it belongs to.
 */
export function selectAttributes(resource: object, query: AttributeQuery): object {
  const { attributes, excludedAttributes } = query;
  if (attributes === undefined && excludedAttributes === undefined) return resource;
  const isShown = shownAttributes(query);
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}

/** Whether an attribute is answered. For what is not even read otherwise. */
export function shownAttributes({
  attributes,
  excludedAttributes,
}: AttributeQuery): (name: string) => boolean {
  const wanted = attributes === undefined ? undefined : namesOf(attributes);
  const unwanted = namesOf(excludedAttributes ?? '');
  return (name) =>
    ALWAYS.has(name) || (wanted ? wanted.has(name.toLowerCase()) : !unwanted.has(name.toLowerCase()));
}

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map(attributeOf));
}

function attributeOf(path: string): string {
  const [name = ''] = (withoutSchema(path.trim()) ?? '').split('.');
  return name.toLowerCase();
}
