import type { CatalogModel } from '#catalog';
import { decimalToNanos, toDecimal } from '#config';
import type { OfferedModel } from '#engine';

/** A model as the file has it, before defaults. */
export interface WrittenModel {
  readonly id?: unknown;
  readonly routes?: unknown;
  readonly [key: string]: unknown;
}

export interface Rates {
  readonly currency: 'usd';
  readonly input: number;
  readonly cached_input?: number;
  readonly output?: number;
}

export interface AddedModel {
  readonly id: string;
  readonly kind?: 'embedding';
  readonly default?: true;
  readonly routes: readonly [{ readonly engine: string; readonly model: string; readonly cost?: Rates }];
  readonly context_window?: number;
  readonly max_output_tokens?: number;
  readonly capabilities: Readonly<Record<string, true>>;
  readonly pricing?: Rates;
}

export interface Difference {
  readonly id: string;
  readonly engine_model: string;
  readonly field: string;
  readonly configured: number;
  readonly catalog: number;
}

/** What the list of an engine says, with what the catalog knows of it. */
export interface KnownModel extends OfferedModel {
  readonly kind: 'chat' | 'embedding';
  readonly listed: CatalogModel | undefined;
}

interface WrittenRoute {
  readonly model: WrittenModel & { readonly id: string };
  readonly index: number;
  readonly engineModel: string;
  readonly route: Readonly<Record<string, unknown>>;
}

/** The routes of the file that lead to an engine. */
export function routesTo(engine: string, models: readonly WrittenModel[]): WrittenRoute[] {
  return models.flatMap((model) => {
    const { id, routes } = model;
    if (typeof id !== 'string' || !Array.isArray(routes)) return [];
    return (routes as WrittenRoute['route'][]).flatMap((route, index) => {
      if (route['engine'] !== engine) return [];
      const { model: engineModel = id } = route;
      return typeof engineModel === 'string' ? [{ model: { ...model, id }, index, route, engineModel }] : [];
    });
  });
}

/** An entry of `models` with list prices, both as what it costs and as what it is sold for (D-ENG-33). */
export function toAdded(
  engine: string,
  { model, kind, listed }: KnownModel,
  { id, isDefault }: { readonly id: string; readonly isDefault: boolean },
): AddedModel {
  return {
    id,
    ...(kind === 'embedding' ? { kind } : {}),
    ...(isDefault ? { default: true } : {}),
    // One object each: in YAML, one that stands twice is an anchor and an alias, and a changed price would change the cost.
    routes: [{ engine, model, ...(listed ? { cost: toRates(listed) } : {}) }],
    ...(listed?.context_window === undefined ? {} : { context_window: listed.context_window }),
    ...(listed?.max_output_tokens === undefined ? {} : { max_output_tokens: listed.max_output_tokens }),
    capabilities: Object.fromEntries((listed?.capabilities ?? []).map((name) => [name, true] as const)),
    ...(listed ? { pricing: toRates(listed) } : {}),
  };
}

function toRates({ input, cached_input: cached, output }: CatalogModel): Rates {
  return {
    currency: 'usd',
    input: Number(input),
    ...(cached === undefined ? {} : { cached_input: Number(cached) }),
    ...(output === undefined ? {} : { output: Number(output) }),
  };
}

/**
 * Where the file and the catalog disagree. What the file leaves out is no disagreement, and neither is `pricing`: what a model is sold for is the
 * operator's to choose.
 */
export function differencesOf(
  { model, index, engineModel, route }: WrittenRoute,
  listed: CatalogModel,
): Difference[] {
  const cost = (route['cost'] ?? {}) as Readonly<Record<string, unknown>>;
  const pairs: readonly (readonly [string, unknown, string | number | undefined])[] = [
    [`routes[${index}].cost.input`, cost['input'], listed.input],
    [`routes[${index}].cost.cached_input`, cost['cached_input'], listed.cached_input],
    [`routes[${index}].cost.output`, cost['output'], listed.output],
    ['context_window', model['context_window'], listed.context_window],
    ['max_output_tokens', model['max_output_tokens'], listed.max_output_tokens],
  ];
  return pairs.flatMap(([field, written, known]) => {
    const [configured, catalog] = [toDecimal(written), toDecimal(known)];
    if (configured === undefined || catalog === undefined) return [];
    if (decimalToNanos(configured) === decimalToNanos(catalog)) return [];
    const values = { configured: Number(configured), catalog: Number(catalog) };
    return [{ id: model.id, engine_model: engineModel, field, ...values }];
  });
}
