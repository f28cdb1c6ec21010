import { isModelId } from '#config';
import { OperatorError } from '#kit';
import {
  type AddedModel,
  differencesOf,
  type Difference,
  type KnownModel,
  routesTo,
  toAdded,
  type WrittenModel,
} from './models-difference.ts';

export interface ModelsRequest {
  readonly engine: string;
  /** Those to add. None: all that are offered. */
  readonly names: readonly string[];
  /** The id of the one that is named. */
  readonly as: string | undefined;
}

export interface ModelsPlan {
  readonly offered: readonly (KnownModel & { readonly configuredAs: readonly string[] })[];
  readonly add: readonly AddedModel[];
  readonly differs: readonly Difference[];
  /** Models that are left out, since another has their id, or their name cannot be one. */
  readonly taken: readonly string[];
}

/** What would be added to the models of the file, and where these differ from the catalog. */
export function planModels(
  { engine, names, as }: ModelsRequest,
  known: readonly KnownModel[],
  models: readonly WrittenModel[],
): ModelsPlan {
  const routes = routesTo(engine, models);
  const offered = known.map((each) => ({
    ...each,
    configuredAs: [
      ...new Set(routes.filter((route) => route.engineModel === each.model).map(({ model }) => model.id)),
    ],
  }));
  const wanted =
    names.length === 0 ? offered : [...new Set(names)].map((name) => find(offered, name, engine));
  const ids = new Set(models.map(({ id }) => id));
  const missing = wanted.filter(({ configuredAs }) =>
    as === undefined ? configuredAs.length === 0 : !configuredAs.includes(as),
  );
  const isFree = ({ model }: KnownModel): boolean => !ids.has(as ?? model) && isModelId(as ?? model);
  const taken = missing.filter((each) => !isFree(each)).map(({ model }) => as ?? model);
  if (names.length > 0 && taken.length > 0)
    throw new OperatorError(
      `models: ${taken.join(', ')} exists already, or cannot be an id. Give the new model another id with --as, or add a route to the one that exists.`,
    );
  const free = missing.filter(isFree);
  const first = models.length === 0 ? free.find(({ kind }) => kind === 'chat') : undefined;
  return {
    offered,
    add: free.map((each) => toAdded(engine, each, { id: as ?? each.model, isDefault: each === first })),
    differs: routes.flatMap((route) => {
      const listed = offered.find(({ model }) => model === route.engineModel)?.listed;
      return listed ? differencesOf(route, listed) : [];
    }),
    taken,
  };
}

function find<Model extends KnownModel>(offered: readonly Model[], name: string, engine: string): Model {
  const found = offered.find(({ model }) => model === name);
  if (found) return found;
  throw new OperatorError(`The engine ${engine} does not offer ${name}. See svc models add ${engine}.`);
}
