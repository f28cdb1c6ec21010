import type { ServerTool } from '@svc/contract';
import type { Model } from '@svc/sdk';
import type { PlaygroundRequest } from '../conversation/chat-request.ts';
import type { WrittenBody } from './written-body.ts';
import { maxTokens } from './max-tokens.ts';
import { systemOf, turnsOf, type BlockWords } from './turns.ts';

type Tool = NonNullable<PlaygroundRequest['tools']>[number];
type Fields = WrittenBody['fields'];

const WORDS: BlockWords = {
  call: (id, name, input) => ({ type: 'tool_use', id, name, input }),
  result: (id, content) => ({ type: 'tool_result', tool_use_id: id, content }),
};
/** The vendor's names of the tools that we run. */
const SERVER_TOOLS: Readonly<Record<ServerTool, Fields>> = {
  svc_web_search: { type: 'web_search_20250305', name: 'web_search' },
  svc_web_fetch: { type: 'web_fetch_20250910', name: 'web_fetch' },
};
const MAX_TEMPERATURE = 1;

/** As Anthropic's messages have it. */
export function anthropicBody(request: PlaygroundRequest, model: Model): WrittenBody {
  const {
    messages,
    model: id,
    stop,
    top_p,
    top_k,
    seed,
    temperature,
    tools = [],
    reasoning,
    prompt,
  } = request;
  const { fields: sampling, leftOut: notSampling } = temperatureOf(temperature, Boolean(reasoning));
  const isJsonObject = request.response_format?.type === 'json_object';
  const leftOut = { seed: seed !== undefined, prompt: prompt !== undefined, json_object: isJsonObject };
  return {
    fields: {
      model: id,
      max_tokens: maxTokens(request, model),
      ...systemOf(messages),
      messages: turnsOf(messages, WORDS),
      ...(stop ? { stop_sequences: stop } : {}),
      ...sampling,
      ...(top_p === undefined ? {} : { top_p }),
      ...(top_k === undefined ? {} : { top_k }),
      ...thinkingOf(request),
      ...(tools && tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    },
    leftOut: [...notSampling, ...Object.entries(leftOut).flatMap(([name, is]) => (is ? [name] : []))],
  };
}

/** At most 1, and none beside reasoning. */
function temperatureOf(temperature: PlaygroundRequest['temperature'], hasReasoning: boolean): WrittenBody {
  if (typeof temperature !== 'number') return { fields: {}, leftOut: [] };
  const isTaken = temperature <= MAX_TEMPERATURE && !hasReasoning;
  return isTaken ? { fields: { temperature }, leftOut: [] } : { fields: {}, leftOut: ['temperature'] };
}

function thinkingOf({ reasoning, response_format: format }: PlaygroundRequest): Fields {
  const effort = reasoning?.effort;
  const config = {
    ...(effort ? { effort } : {}),
    ...(format?.type === 'json_schema'
      ? { format: { type: 'json_schema', schema: format.json_schema.schema } }
      : {}),
  };
  const budget = reasoning?.max_tokens;
  const enabled = budget ? { type: 'enabled', budget_tokens: budget } : { type: 'adaptive' };
  return {
    ...(reasoning ? { thinking: enabled } : {}),
    ...(Object.keys(config).length > 0 ? { output_config: config } : {}),
  };
}

function toolOf(tool: Tool): Fields {
  if (tool.type !== 'function') return SERVER_TOOLS[tool.type];
  const { name, description, parameters } = tool.function;
  return { name, ...(description ? { description } : {}), input_schema: parameters ?? { type: 'object' } };
}
