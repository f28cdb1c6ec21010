import { ApiError, type OfferedModels } from '@svc/contract';
import { stringify } from 'yaml';
import { loadCatalog } from '#catalog';
import { ConfigError, type Deployment, parseYaml } from '#config';
import { type Clock, OperatorError } from '#kit';
import { knownModels } from './known-models.ts';
import { modelsPlanToJson } from './models-plan-to-json.ts';
import { type ModelsPlan, planModels } from './plan-models.ts';
import { writtenModels } from './written-models.ts';

export interface OfferedModelsDeps {
  readonly clock: Clock;
  readonly configuration: {
    current(): Deployment;
    /** Throws a ConfigError when the file is not valid. */
    readFile(): Deployment;
  };
}

/** What an engine in force offers, as additions to the file. The file is read and never written (ADR 0172). */
export async function listOfferedModels(
  { clock, configuration }: OfferedModelsDeps,
  engine: string,
): Promise<OfferedModels> {
  const { engines } = configuration.current().config;
  const config = Object.hasOwn(engines, engine) ? engines[engine] : undefined;
  if (!config) throw new ApiError('engine_not_found');
  try {
    const { text, source } = configuration.readFile();
    const catalog = loadCatalog();
    const known = await knownModels(engine, config, { catalog, clock });
    const plan = planModels(
      { engine, names: [], as: undefined },
      known,
      writtenModels(parseYaml(text, source)),
    );
    const { add, ...rest } = modelsPlanToJson(plan, catalog);
    return {
      type: 'offered_models',
      engine,
      source,
      ...rest,
      add: add.map(withYaml),
      differs: [...rest.differs],
    };
  } catch (error) {
    if (error instanceof ConfigError)
      throw new ApiError('resource_conflict', {
        message: 'The configuration file is not valid. See Configuration, or run svc check-config.',
      });
    if (!(error instanceof OperatorError)) throw error;
    throw new ApiError('resource_conflict', { message: error.message });
  }
}

/** Of one entry, so that any choice of them is a list again. Indented and unfolded as the command writes it. */
function withYaml(model: ModelsPlan['add'][number]): OfferedModels['add'][number] {
  return {
    ...model,
    routes: [...model.routes],
    yaml: stringify({ models: [model] }, { lineWidth: 0 }).replace(/^models:\n/, ''),
  };
}
