import type { Engine } from '../events.ts';
import type { Block, GenerateRequest, ResponseFormat, Turn } from '../turns.ts';

/** The instruction that describes the form to the model. */
export function formatInstruction(format: ResponseFormat, mayCall: boolean): string {
  const unless = mayCall ? 'Unless you call a tool, answer' : 'Answer';
  const nothingElse = 'and nothing else: no words before or after it, no code fence around it';
  if (format.type === 'json_object') return `${unless} with one JSON object ${nothingElse}.`;
  const described = format.description === undefined ? format.name : `${format.name} (${format.description})`;
  return `${unless} with JSON that follows the JSON Schema below ${nothingElse}. The schema is of ${described}:\n${format.schemaText ?? JSON.stringify(format.schema)}`;
}

/**
 * Adds the requested form to the prompt if the engine does not tell its model itself (D-38). The only place
 * that does so. The text is appended to the last of the leading system turns: several chat templates refuse
 * another one, or ignore it.
 */
export function askForFormat(
  request: GenerateRequest,
  engine: Pick<Engine, 'formatSupport'>,
  model: string,
): GenerateRequest {
  const { responseFormat, turns } = request;
  if (!responseFormat) return request;
  const hasTools = request.tools.length > 0;
  if (engine.formatSupport?.(responseFormat, { model, hasTools }).instructed) return request;
  const text = formatInstruction(responseFormat, hasTools && request.toolChoice !== 'none');
  const firstOther = turns.findIndex(({ role }) => role !== 'system');
  const leading = firstOther < 0 ? turns : turns.slice(0, firstOther);
  const last = leading.at(-1);
  const block: Block = { type: 'text', text: last ? `\n\n${text}` : text };
  const system: Turn = { role: 'system', blocks: [...(last?.blocks ?? []), block] };
  return { ...request, turns: [...leading.slice(0, -1), system, ...turns.slice(leading.length)] };
}
