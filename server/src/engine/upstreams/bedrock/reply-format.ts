import { askForFormatInPrompt } from '../../generation/ask-for-format.ts';
import type { GenerateRequest, ResponseFormat } from '../../turns.ts';
import { toSchema } from '../anthropic/wire-tools.ts';
import type { ModelTraits } from './model-family.ts';
import type { ToolConfig } from './converse-tools.ts';

type SchemaFormat = Extract<ResponseFormat, { readonly type: 'json_schema' }>;

/** Its input is the reply. A caller's tool cannot have this name: the form is only forced where there is none. */
export const FORMAT_TOOL = 'reply';

/** How a request has the model write the form that it asks for (D-ENG-23). */
export interface ReplyFormat {
  /** The request, whose prompt asks for the form where the model is not made to keep it. */
  readonly request: GenerateRequest;
  readonly outputConfig?: object;
  /** A forced tool whose call becomes the text. */
  readonly tools?: ToolConfig;
}

/**
 * A strict schema is the model's to keep where it can. Other schemas may have what such models refuse, so they become the input of a
 * forced tool, which cannot be combined with reasoning, other tools or a reply that is continued.
 */
export function toReplyFormat(request: GenerateRequest, traits: ModelTraits): ReplyFormat {
  const { responseFormat: format } = request;
  if (format?.type === 'json_schema') {
    if (format.strict && traits.takesSchemas) return { request, outputConfig: toOutputConfig(format) };
    if (mayForce(request, traits)) return { request, tools: toFormatTool(format) };
  }
  return { request: askForFormatInPrompt(request) };
}

function mayForce({ tools, turns, reasoning }: GenerateRequest, { forcesTools }: ModelTraits): boolean {
  const hasCalls = turns.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_call'));
  const isContinued = turns.findLast(({ role }) => role !== 'system')?.role === 'assistant';
  return forcesTools && tools.length === 0 && !hasCalls && !isContinued && !reasoning;
}

function toOutputConfig({ name, description, schema, schemaText }: SchemaFormat): object {
  const text = schemaText ?? JSON.stringify(schema);
  const jsonSchema = { schema: text, name, ...(description === undefined ? {} : { description }) };
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

function toFormatTool({ name, description, schema, schemaText }: SchemaFormat): ToolConfig {
  const json = toSchema({
    parameters: schema,
    ...(schemaText === undefined ? {} : { parametersText: schemaText }),
  });
  const about = `The reply: ${description ?? name}`;
  return {
    tools: [{ toolSpec: { name: FORMAT_TOOL, description: about, inputSchema: { json } } }],
    toolChoice: { tool: { name: FORMAT_TOOL } },
  };
}
