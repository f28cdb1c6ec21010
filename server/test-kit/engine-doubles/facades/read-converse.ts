import { checkConverse } from '../../engines/check-converse.ts';
import {
  chatTool,
  imagePart,
  namedChoice,
  streaming,
  toChatMessages,
  type ChatRequest,
  type TurnPart,
} from './chat-request.ts';
import { FacadeRefusal } from './facade.ts';

type Fields = Readonly<Record<string, unknown>>;

interface WireImage {
  readonly format: string;
  readonly source: { readonly bytes: string };
}

interface Block {
  readonly text?: string;
  readonly image?: WireImage;
  readonly document?: WireImage & { readonly name: string };
  readonly cachePoint?: object;
  readonly reasoningContent?: { readonly reasoningText?: { readonly text: string } };
  readonly toolUse?: { readonly toolUseId: string; readonly name: string; readonly input: object };
  readonly toolResult?: {
    readonly toolUseId: string;
    readonly status?: string;
    readonly content: readonly Block[];
  };
}

interface ConverseBody {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[];
  readonly system?: readonly Block[];
  readonly inferenceConfig?: {
    readonly maxTokens?: number;
    readonly temperature?: number;
    readonly topP?: number;
  };
  readonly toolConfig?: {
    readonly tools: readonly {
      readonly toolSpec?: Fields & { readonly inputSchema: { readonly json: object } };
    }[];
    readonly toolChoice?: {
      readonly auto?: object;
      readonly any?: object;
      readonly tool?: { readonly name: string };
    };
  };
  readonly outputConfig?: {
    readonly textFormat: {
      readonly structure: { readonly jsonSchema: { readonly name: string; readonly schema: string } };
    };
  };
  readonly additionalModelRequestFields?: {
    readonly inferenceConfig?: { readonly topK?: number };
    readonly reasoningConfig?: { readonly maxReasoningEffort?: string };
  };
}

const mediaType = ({ format }: WireImage): string => `image/${format}`;

function toTurnPart(block: Block): TurnPart[] {
  const { text, image, document, reasoningContent, toolUse, toolResult } = block;
  if (text !== undefined) return [{ kind: 'text', text }];
  if (image) return [{ kind: 'image', mediaType: mediaType(image), data: image.source.bytes }];
  if (document) {
    const { name, source } = document;
    return [{ kind: 'text', text: `${name}\n${Buffer.from(source.bytes, 'base64').toString()}` }];
  }
  if (reasoningContent) return [{ kind: 'reasoning', text: reasoningContent.reasoningText?.text ?? '' }];
  if (toolUse) return [{ kind: 'call', id: toolUse.toolUseId, name: toolUse.name, input: toolUse.input }];
  if (!toolResult) return [];
  const { toolUseId: id, status, content } = toolResult;
  const words = content.map((part) => part.text ?? '').join('');
  const images = content.flatMap((part) =>
    part.image ? [imagePart(mediaType(part.image), part.image.source.bytes)] : [],
  );
  return [{ kind: 'result', id, text: status === 'error' ? `Error: ${words}` : words, images }];
}

function toChoice({ toolChoice: choice }: NonNullable<ConverseBody['toolConfig']>): unknown {
  if (choice?.tool) return namedChoice(choice.tool.name);
  return choice?.any ? 'required' : 'auto';
}

function toFormat({ outputConfig }: ConverseBody): object | undefined {
  if (!outputConfig) return undefined;
  const { name, schema } = outputConfig.textFormat.structure.jsonSchema;
  return { type: 'json_schema', json_schema: { name, schema: JSON.parse(schema) as object, strict: true } };
}

/** The same request for a chat completion. */
export function readConverse(fields: Fields, model: string, stream: boolean): ChatRequest {
  try {
    checkConverse(fields);
  } catch (error) {
    throw new FacadeRefusal(400, (error as Error).message);
  }
  const body = fields as unknown as ConverseBody;
  const { messages, system = [], inferenceConfig = {}, toolConfig } = body;
  const more = body.additionalModelRequestFields;
  return {
    model,
    messages: [
      ...system.flatMap((block) => toChatMessages('system', toTurnPart(block))),
      ...messages.flatMap(({ role, content }) => toChatMessages(role, content.flatMap(toTurnPart))),
    ],
    max_tokens: inferenceConfig.maxTokens,
    temperature: inferenceConfig.temperature,
    top_p: inferenceConfig.topP,
    top_k: more?.inferenceConfig?.topK,
    reasoning_effort: more?.reasoningConfig?.maxReasoningEffort,
    tools: toolConfig?.tools.flatMap(({ toolSpec }) => {
      if (!toolSpec) return [];
      const { name, description, strict, inputSchema } = toolSpec;
      return [chatTool({ name, description, parameters: inputSchema.json, strict })];
    }),
    tool_choice: toolConfig && toChoice(toolConfig),
    response_format: toFormat(body),
    ...streaming(stream),
  };
}
