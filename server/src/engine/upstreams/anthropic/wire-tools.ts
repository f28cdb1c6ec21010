import { RawJson } from '#kit';
import type { Conversation, FunctionTool, ToolChoice } from '../../turns.ts';
import type { Marked } from './wire-blocks.ts';

/** A schema is required, and must be that of an object. Its names stay in their order. */
export function toSchema({ parameters = {}, parametersText }: Omit<FunctionTool, 'name'>): object {
  const schema = parameters as object;
  const isTyped = Object.hasOwn(schema, 'type');
  if (parametersText === undefined) return isTyped ? schema : { type: 'object', ...schema };
  if (isTyped) return new RawJson(parametersText);
  const rest = parametersText.slice(1);
  return new RawJson(rest === '}' ? '{"type":"object"}' : `{"type":"object",${rest}`);
}

function toWireTool({ name, description, strict, cacheControl, ...schema }: FunctionTool): WireTool {
  const tool = { name, description, input_schema: toSchema(schema), strict };
  return cacheControl ? { ...tool, cache_control: cacheControl } : tool;
}

function toWireChoice(choice: ToolChoice, parallel: boolean): object {
  if (choice === 'none') return { type: 'none' };
  const kind = typeof choice === 'string' ? { type: choice } : { type: 'tool', name: choice.name };
  return parallel ? kind : { ...kind, disable_parallel_tool_use: true };
}

/** Names of the tools called so far. */
function calledTools({ turns }: Conversation): readonly string[] {
  const names = turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_call' ? [block.name] : [])),
  );
  return [...new Set(names)];
}

export interface WireTool extends Marked {
  readonly name: string;
  readonly description: string | undefined;
  readonly input_schema: object;
  readonly strict: true | undefined;
}

export interface WireTools {
  readonly tools?: readonly WireTool[];
  readonly tool_choice?: object;
}

/**
 * The tools and the tool choice. Servers refuse a history with calls if no tools are declared, so the called
 * ones are declared but may not be called again.
 */
export function toWireTools(conversation: Conversation): WireTools {
  const { tools, toolChoice, parallelToolCalls = true } = conversation;
  if (tools.length > 0)
    return { tools: tools.map(toWireTool), tool_choice: toWireChoice(toolChoice, parallelToolCalls) };
  const called = calledTools(conversation);
  return called.length === 0
    ? {}
    : { tools: called.map((name) => toWireTool({ name })), tool_choice: toWireChoice('none', true) };
}
