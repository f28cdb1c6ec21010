import { RawJson } from '#kit';
import type { Conversation, FunctionTool, ToolChoice } from '../../turns.ts';

function toDeclaration({ name, description, parameters, parametersText: text }: FunctionTool): object {
  return { name, description, parametersJsonSchema: text === undefined ? parameters : new RawJson(text) };
}

function toCallingConfig(choice: ToolChoice, tools: readonly FunctionTool[]): object {
  if (choice === 'any') return { mode: 'ANY' };
  if (choice === 'none') return { mode: 'NONE' };
  if (choice !== 'auto') return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  // The mode in which arguments keep to their schema.
  return { mode: tools.some(({ strict }) => strict) ? 'VALIDATED' : 'AUTO' };
}

export interface WireTools {
  readonly tools?: readonly object[];
  readonly toolConfig?: object;
}

/** The tools and the tool choice. */
export function toWireTools({ tools, toolChoice }: Conversation): WireTools {
  if (tools.length === 0) return {};
  return {
    tools: [{ functionDeclarations: tools.map(toDeclaration) }],
    toolConfig: { functionCallingConfig: toCallingConfig(toolChoice, tools) },
  };
}
