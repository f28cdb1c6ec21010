import type {
  ADMINISTRATION_OPERATIONS,
  INFERENCE_OPERATIONS,
  OPERATOR_OPERATIONS,
  WORKSPACE_OPERATIONS,
} from '../operations.ts';
import type { PathParameter } from '../operations/operation-path.ts';
import { resourceRows } from '../resources.ts';
import type { PathParameterText } from '../resources/resource.ts';

type NamesIn<Text> = Text extends string ? PathParameter<Text> : never;
type Path =
  | (typeof INFERENCE_OPERATIONS)[number]['path']
  | (typeof ADMINISTRATION_OPERATIONS)[number]['path']
  | (typeof OPERATOR_OPERATIONS)[number]['path']
  | (typeof WORKSPACE_OPERATIONS)[number]['path'];

/** What stands for the names in braces of paths. A name without a row does not compile. */
export const PATH_PARAMETERS: Readonly<Record<NamesIn<Path>, PathParameterText>> = {
  engine: { description: 'Name of an engine, percent-encoded.', example: 'main' },
  model_id: { description: 'Id of a model, percent-encoded.', example: 'Svc Standard' },
  ...resourceRows('pathParameters'),
};
