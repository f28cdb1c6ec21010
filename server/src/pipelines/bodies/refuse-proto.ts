import { refusalOf } from './schema-refusal.ts';

type Names = Readonly<Record<string, unknown>>;

interface Member {
  readonly value: Names;
  readonly path: readonly PropertyKey[];
}

const NAME = '__proto__';

/**
 * Refuses a member named `__proto__`, wherever it is: the schema library leaves it out of objects with free names, such as
 * `metadata`, and nothing that was sent may be dropped (D-GEN-6). Throws 400 `unknown_parameter`.
 */
export function refuseProto(body: object): void {
  const waiting: Member[] = [{ value: body as Names, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    const isList = Array.isArray(value);
    if (!isList && Object.hasOwn(value, NAME))
      throw refusalOf(
        [{ code: 'unrecognized_keys', keys: [NAME], path: [...path], input: value, message: '' }],
        [],
      );
    const look = (inner: unknown, name: PropertyKey): void => {
      if (typeof inner === 'object' && inner !== null)
        waiting.push({ value: inner as Names, path: [...path, name] });
    };
    // Not by entries: of a list of numbers they would be a list for each.
    if (isList) value.forEach(look);
    else for (const name of Object.keys(value)) look(value[name], name);
  }
}
