/** Careful reading of a value whose shape was not checked: what is not there, or has another shape, is absent. */
export type Path = readonly PropertyKey[];

export function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  // An empty YAML value (`key:`) is null and as good as absent.
  return (value as Record<string, unknown>)[key] ?? undefined;
}

export function items(value: unknown, key: string): readonly unknown[] {
  const list = member(value, key);
  return Array.isArray(list) ? list : [];
}

export function text(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === 'string' ? found : undefined;
}
