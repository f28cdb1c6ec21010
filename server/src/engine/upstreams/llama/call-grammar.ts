import type { GbnfJsonSchema } from 'node-llama-cpp';
import type { FunctionTool, ToolChoice } from '../../turns.ts';
import { isObject, SchemaReducer } from './schema-grammar.ts';

const DESCRIPTION_CHARACTERS = 4_000;

/** How to answer a request whose `toolChoice` demands a call. */
export interface ForcedCall {
  /** `{ "name": …, "arguments": … }` for one of the tools. */
  readonly schema: GbnfJsonSchema;
  readonly instruction: string;
}

function reduceParameters(parameters: unknown): GbnfJsonSchema {
  const schema = { ...(isObject(parameters) ? parameters : {}), type: 'object' };
  return new SchemaReducer(schema).reduce(schema);
}

/**
 * Undefined when the model may choose: small models call tools badly, so they are offered none. Throws
 * RangeError for schemas that cannot become a grammar.
 */
export function forceCall(tools: readonly FunctionTool[], choice: ToolChoice): ForcedCall | undefined {
  if (choice === 'auto' || choice === 'none') return undefined;
  const possible = choice === 'any' ? tools : tools.filter((tool) => tool.name === choice.name);
  if (possible.length === 0) return undefined;
  const alternatives = possible.map((tool): GbnfJsonSchema => ({
    type: 'object',
    properties: {
      name: { const: tool.name },
      arguments: reduceParameters(tool.parameters),
    },
  }));
  const described = possible
    .map((tool) => `${tool.name}: ${tool.description ?? ''} ${JSON.stringify(tool.parameters ?? {})}`)
    .join('\n');
  return {
    schema: alternatives.length === 1 ? alternatives[0]! : { oneOf: alternatives },
    instruction: `Answer only with JSON: the "name" of one of these functions and its "arguments".\n${described.slice(0, DESCRIPTION_CHARACTERS)}`,
  };
}
