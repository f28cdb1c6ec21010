import { checkContents, Refused, type GoogleBody } from '../google-contents.ts';
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
type Part = GoogleBody['contents'][number]['parts'][number];

interface CallingConfig {
  readonly functionCallingConfig?: {
    readonly mode: string;
    readonly allowedFunctionNames?: readonly string[];
  };
}

const CHOICES: Readonly<Record<string, string>> = {
  AUTO: 'auto',
  VALIDATED: 'auto',
  ANY: 'required',
  NONE: 'none',
};

function toTurnPart({ text, thought, inlineData, functionCall, functionResponse }: Part): TurnPart[] {
  if (text !== undefined) return [{ kind: thought ? 'reasoning' : 'text', text }];
  if (inlineData) return [{ kind: 'image', mediaType: inlineData.mimeType, data: inlineData.data }];
  if (functionCall) {
    const { id = '', name, args = {} } = functionCall;
    return [{ kind: 'call', id, name, input: args }];
  }
  if (!functionResponse) return [];
  const { id = '', response, parts = [] } = functionResponse;
  const { output, error } = response as { readonly output?: string; readonly error?: string };
  const images = (parts as readonly Part[]).flatMap(({ inlineData: image }) =>
    image ? [imagePart(image.mimeType, image.data)] : [],
  );
  return [{ kind: 'result', id, text: error === undefined ? (output ?? '') : `Error: ${error}`, images }];
}

function toChoice({ functionCallingConfig: config }: CallingConfig): unknown {
  const [name] = config?.allowedFunctionNames ?? [];
  return name === undefined ? CHOICES[config?.mode ?? 'AUTO'] : namedChoice(name);
}

function toFormat({ responseMimeType, responseJsonSchema: schema }: Fields): object | undefined {
  if (responseMimeType === undefined) return undefined;
  return schema === undefined
    ? { type: 'json_object' }
    : { type: 'json_schema', json_schema: { name: 'reply', schema } };
}

function check(body: GoogleBody, model: string): void {
  try {
    checkContents(body, model);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new FacadeRefusal(error.status, error.message);
  }
}

/** The same request for a chat completion. */
export function readContents(fields: Fields, model: string, stream: boolean): ChatRequest {
  const body = fields as unknown as GoogleBody;
  check(body, model);
  const { contents, systemInstruction, tools, toolConfig, generationConfig = {} } = body;
  const { thinkingLevel, thinkingBudget } = (generationConfig['thinkingConfig'] ?? {}) as Fields;
  return {
    model,
    messages: [
      ...(systemInstruction?.parts ?? []).flatMap((part) => toChatMessages('system', toTurnPart(part))),
      ...contents.flatMap(({ role, parts }) =>
        toChatMessages(role === 'model' ? 'assistant' : 'user', parts.flatMap(toTurnPart)),
      ),
    ],
    max_tokens: generationConfig['maxOutputTokens'],
    temperature: generationConfig['temperature'],
    top_p: generationConfig['topP'],
    top_k: generationConfig['topK'],
    seed: generationConfig['seed'],
    presence_penalty: generationConfig['presencePenalty'],
    frequency_penalty: generationConfig['frequencyPenalty'],
    reasoning_effort: typeof thinkingLevel === 'string' ? thinkingLevel.toLowerCase() : thinkingBudget,
    response_format: toFormat(generationConfig),
    tools: tools?.flatMap(({ functionDeclarations }) =>
      functionDeclarations.map(({ name, ...declared }) => {
        const { description, parametersJsonSchema: parameters } = declared as Fields;
        return chatTool({ name, description, parameters });
      }),
    ),
    tool_choice: toolConfig && toChoice(toolConfig),
    ...streaming(stream),
  };
}
