import type { Catalog, CatalogModel } from './catalog.ts';

/** A date, the number of a version, or the word for the newest one. */
const VERSION = /[-@](\d{4}-\d{2}-\d{2}|\d{8}|\d{3,4}|latest|default)$/;
/** Where a profile of Bedrock runs a model: `eu.`, `us-gov.`, `global.`. */
const REGION = /^(global|apac|[a-z]{2}(-gov)?)\.(?=[a-z0-9]+\.)/;
/** Weights that anybody may run: behind a gateway their vendor's price says nothing. */
const OPEN_WEIGHTS = /^(gpt-oss|gemma)/;

/** The entry of a model under an engine's name for it: exact, without its folder, without its version. */
export function findModel(
  { vendors }: Catalog,
  from: readonly string[],
  name: string,
): CatalogModel | undefined {
  const isShared = from.length > 1 && OPEN_WEIGHTS.test(name);
  if (isShared) return undefined;
  for (const form of spellingsOf(name)) {
    for (const vendor of from) {
      const models = vendors[vendor]?.models ?? [];
      const found =
        models.find(({ id }) => id === form) ?? models.find(({ names = [] }) => names.includes(form));
      if (found) return found;
    }
  }
  return undefined;
}

function spellingsOf(name: string): Set<string> {
  const plain = name.replace(/^(publishers\/[^/]+\/)?models\//, '');
  const anywhere = plain.replace(REGION, '');
  return new Set([name, plain, plain.replace(VERSION, ''), anywhere, `global.${anywhere}`]);
}
