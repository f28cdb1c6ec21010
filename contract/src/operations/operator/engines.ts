import { EngineProbe, OfferedModels } from '../../schemas/operator/engine.ts';
import { changesNothing } from '../changes-nothing.ts';
import { operatorOperation } from './operator-operation.ts';

const ONE = '/operator/v1/engines/{engine}';

/** What engines can do and offer, asked of them. */
export const OPERATOR_ENGINE_OPERATIONS = [
  changesNothing(
    operatorOperation({
      id: 'probeEngine',
      method: 'POST',
      path: `${ONE}/probe`,
      summary: 'Ask an engine, its keys and its routes little questions, which cost tokens',
      response: EngineProbe,
      errors: ['engine_not_found', 'resource_conflict'],
    }),
  ),
  operatorOperation({
    id: 'listOfferedModels',
    method: 'GET',
    path: `${ONE}/offered_models`,
    summary: 'List the models that an engine offers, as entries of the configuration',
    response: OfferedModels,
    errors: ['engine_not_found', 'resource_conflict'],
  }),
] as const;
