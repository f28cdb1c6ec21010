import { askForFormat } from '../../generation/ask-for-format.ts';
import type { GenerateRequest } from '../../turns.ts';
import { isGeneration3 } from './model-generation.ts';

/** No engine that would do it by itself. */
const NO_SUPPORT = {};

/**
 * Models of earlier generations take a form of the reply only without tools: beside these it is asked for in the prompt. Of an object the
 * prompt speaks already.
 */
export function fitForm(request: GenerateRequest, model: string): GenerateRequest {
  const { responseFormat, tools } = request;
  if (!responseFormat || tools.length === 0 || isGeneration3(model)) return request;
  const asked = responseFormat.type === 'json_schema' ? askForFormat(request, NO_SUPPORT) : request;
  const { responseFormat: _dropped, ...rest } = asked;
  return rest;
}
