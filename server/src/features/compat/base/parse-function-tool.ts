import type { FunctionTool } from '#engine';
import { invalid, isObject, parametersAsSent, strictnessProblem, type Fields } from '#features/conversation';
import { given } from './is-empty.ts';

/**
 * A function with a JSON Schema of its arguments, which every protocol has under other names. `strict` is best effort: a
 * schema that cannot be strict is followed as well as the model can.
 */
export function parseFunctionTool(
  { name, description, schema, strict }: { [Field in 'name' | 'description' | 'schema' | 'strict']: unknown },
  path: string,
  mostLevels: number,
): FunctionTool {
  if (typeof name !== 'string' || name === '')
    throw invalid(`${path}.name`, `${path}.name must be a non-empty string.`);
  const text = given(description);
  const parameters = schema ?? undefined;
  if (text !== undefined && typeof text !== 'string')
    throw invalid(`${path}.description`, `${path}.description must be a string.`);
  if (parameters !== undefined && !isObject(parameters))
    throw invalid(path, `The JSON Schema of ${path} must be an object.`);
  return {
    name,
    ...(text === undefined ? {} : { description: text }),
    ...(parameters === undefined ? {} : parametersAsSent(parameters)),
    ...(strict === true && parameters && canBeStrict(parameters, mostLevels) ? { strict } : {}),
  };
}

export function canBeStrict(schema: Fields, mostLevels: number): boolean {
  return strictnessProblem(schema, mostLevels) === undefined;
}
