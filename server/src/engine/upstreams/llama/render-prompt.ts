import type { ChatHistoryItem, ChatModelFunctionCall, LlamaText, Token } from 'node-llama-cpp';
import { promptBytes } from '../../tokens/count-prompt.ts';
import type { GenerateRequest, Turn } from '../../turns.ts';
import type { LoadedModel } from './load-model.ts';

/**
 * No vocabulary averages this many bytes per token over a whole prompt. A longer prompt is refused without
 * tokenizing it.
 */
const BYTES_PER_TOKEN_LIMIT = 32;

export interface RenderedPrompt {
  readonly tokens: Token[];
  /** Tokens or texts that end the reply, in addition to the model's own end-of-generation tokens. */
  readonly stopTokens: ReadonlySet<Token>;
  readonly stopTexts: readonly string[];
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function modelItem(turn: Turn, results: ReadonlyMap<string, string>): ChatHistoryItem {
  const response: (string | ChatModelFunctionCall)[] = [];
  for (const block of turn.blocks) {
    if (block.type === 'text') response.push(block.text);
    if (block.type !== 'tool_call') continue;
    const result = results.get(block.id) ?? '';
    response.push({
      type: 'functionCall',
      name: block.name,
      params: parseArguments(block.arguments),
      result,
    });
  }
  return { type: 'model', response };
}

/** The conversation in the library's form: results move to their calls, and the next reply is opened. */
function toHistory(request: GenerateRequest, instruction: string | undefined): ChatHistoryItem[] {
  const results = new Map<string, string>();
  for (const turn of request.turns) {
    for (const block of turn.blocks)
      if (block.type === 'tool_result')
        results.set(block.callId, block.isError ? `Error: ${block.text}` : block.text);
  }
  const history: ChatHistoryItem[] = [];
  for (const turn of request.turns) {
    const text = turn.blocks
      .filter((block) => block.type === 'text' || block.type === 'document')
      .map((block) => block.text)
      .join('\n');
    if (turn.role === 'assistant') history.push(modelItem(turn, results));
    else if (text !== '') history.push({ type: turn.role, text });
  }
  if (instruction !== undefined) history.push({ type: 'user', text: instruction });
  if (history.at(-1)?.type !== 'model') history.push({ type: 'model', response: [''] });
  return history;
}

function readTriggers(
  triggers: readonly LlamaText[],
  { library, model }: LoadedModel,
): Pick<RenderedPrompt, 'stopTokens' | 'stopTexts'> {
  const stopTokens = new Set<Token>();
  const stopTexts: string[] = [];
  for (const trigger of triggers) {
    const texts = trigger.values.map((value) =>
      typeof value === 'string' ? value : value instanceof library.SpecialTokensText ? value.value : '',
    );
    const text = texts.join('');
    // Plain templates name the line break between turns as their end, which would cut every reply to one
    // line.
    if (text !== '' && text.trim() === '') continue;
    const tokens = trigger.tokenize(model.tokenizer);
    if (tokens.length === 1) stopTokens.add(tokens[0]!);
    else if (text !== '') stopTexts.push(text);
  }
  return { stopTokens, stopTexts };
}

/**
 * Renders the prompt with the model's template, with `instruction` as a last user turn if given; undefined
 * when it cannot fit the context. Callers' text never becomes special tokens. Throws what the template
 * throws.
 */
export function renderPrompt(
  request: GenerateRequest,
  loaded: LoadedModel,
  instruction?: string,
): RenderedPrompt | undefined {
  const { model, wrapper, contextTokens } = loaded;
  if (promptBytes(request) > contextTokens * BYTES_PER_TOKEN_LIMIT) return undefined;
  const { contextText, stopGenerationTriggers } = wrapper.generateContextState({
    chatHistory: toHistory(request, instruction),
  });
  const tokens = contextText.tokenize(model.tokenizer);
  const { bos } = model.tokens;
  if (bos !== null && model.tokens.shouldPrependBosToken && tokens[0] !== bos) tokens.unshift(bos);
  if (tokens.length >= contextTokens) return undefined;
  return { tokens, ...readTriggers(stopGenerationTriggers, loaded) };
}
