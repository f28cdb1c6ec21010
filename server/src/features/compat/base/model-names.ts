import type { CompatConfig, ModelConfig } from '#config';
import type { ModelCatalog } from '#features/models';

/** Ids and aliases have at most 100 characters, and patterns are not tried on what is much longer. */
const MAX_CHARACTERS = 500;

/** What the clients of one vendor may call the models (COMPG-07). Built once per configuration. */
export class ModelNames {
  readonly #aliases: ReadonlyMap<string, string>;
  /** The longest first. */
  readonly #patterns: readonly (readonly [pattern: readonly string[], id: string])[];
  readonly #defaultModel: string | undefined;

  constructor({ aliases, default_model: defaultModel }: Omit<CompatConfig, 'enabled'>) {
    const entries = Object.entries(aliases);
    this.#aliases = new Map(entries);
    this.#patterns = entries
      .filter(([name]) => name.includes('*'))
      .toSorted(([a], [b]) => b.length - a.length)
      .map(([name, id]) => [name.split('*'), id]);
    this.#defaultModel = defaultModel;
  }

  /** Aliases that name one model, without patterns. */
  get aliases(): readonly (readonly [name: string, id: string])[] {
    return [...this.#aliases].filter(([name]) => !name.includes('*'));
  }

  /** The model of this kind that a name stands for: an id, an alias, a pattern, an id in small letters, or the default. */
  find(
    catalog: ModelCatalog,
    name: string | undefined,
    kind: ModelConfig['kind'],
    nowMs: number,
  ): ModelConfig | undefined {
    const byId = (id: string | undefined): ModelConfig | undefined => {
      const model = id === undefined ? undefined : catalog.find(id, nowMs);
      return model?.kind === kind ? model : undefined;
    };
    if (name === undefined || name.length > MAX_CHARACTERS) return byId(this.#defaultModel);
    return (
      byId(name) ??
      byId(this.#aliases.get(name)) ??
      byId(this.#patterns.find(([parts]) => matches(parts, name))?.[1]) ??
      byId(catalog.all(nowMs).find(({ id }) => toSlug(id) === name)?.id) ??
      byId(this.#defaultModel)
    );
  }
}

/** An id as clients can write it that take no spaces or capitals. */
function toSlug(id: string): string {
  return id.toLowerCase().replaceAll(' ', '-');
}

/** `parts`: what stands between the asterisks of a pattern. */
function matches(parts: readonly string[], name: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
