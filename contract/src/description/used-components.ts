import type { Components, ComponentSection, JsonObject } from './api-description.ts';

const REFERENCE = /^#\/components\/(\w+)\/(.+)$/;

/** The components that something refers to, itself or through others, in the order of their names. */
export function usedComponents(root: unknown, components: Components): Components {
  const used = new Map<string, Map<string, JsonObject>>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') follow(inner);
      else visit(inner);
    }
  };
  const follow = (reference: string): void => {
    const [, section = '', name = ''] = REFERENCE.exec(reference) ?? [];
    const component = components[section as ComponentSection]?.[name];
    if (!component) throw new Error(`The description refers to ${reference}, which it does not have.`);
    const names = used.get(section) ?? new Map<string, JsonObject>();
    used.set(section, names);
    if (names.has(name)) return;
    names.set(name, component);
    visit(component);
  };
  visit(root);
  return Object.fromEntries(
    [...used].map(([section, names]) => [
      section,
      Object.fromEntries([...names].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}
