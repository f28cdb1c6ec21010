/** One setting by its path, as error messages of svc.yaml write it: `models[0].pricing.input`. */
export interface FlatSetting {
  readonly path: string;
  readonly value: string;
}

/** Every setting of a configuration on a line of its own, in its order. Empty lists and objects are settings, too. */
export function flatSettings(configuration: unknown): readonly FlatSetting[] {
  return [...flatten(configuration, '')];
}

function* flatten(value: unknown, path: string): Generator<FlatSetting> {
  const entries = entriesOf(value, path);
  if (entries === undefined || entries.length === 0) yield { path, value: JSON.stringify(value) };
  else for (const [name, inner] of entries) yield* flatten(inner, name);
}

function entriesOf(
  value: unknown,
  path: string,
): readonly (readonly [path: string, value: unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map((inner, i) => [`${path}[${i}]`, inner]);
  return Object.entries(value).map(([key, inner]) => [path === '' ? key : `${path}.${key}`, inner]);
}

/** Those whose path or value has the words, whatever their case. */
export function findSettings(settings: readonly FlatSetting[], search: string): readonly FlatSetting[] {
  const wanted = search.trim().toLowerCase();
  return settings.filter(
    ({ path, value }) => path.toLowerCase().includes(wanted) || value.toLowerCase().includes(wanted),
  );
}
