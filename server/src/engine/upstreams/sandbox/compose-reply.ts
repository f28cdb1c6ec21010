import { createHash } from 'node:crypto';
import type { StopReason } from '../../events.ts';
import { markOf } from '../../citations/passage-marks.ts';
import { splitWords, type TextWord } from '../../tokens/count-text.ts';
import type { Block, GenerateRequest, ResponseFormat } from '../../turns.ts';
import { DIRECTIVE_FORMATS, readDirectives, type Directives } from './directives.ts';
import { sampleArguments, sampleValue } from './sample-value.ts';

export interface ReplyCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A reply before it is cut to the request's budget. */
export interface Reply {
  readonly reasoning: readonly TextWord[];
  readonly text: readonly TextWord[];
  readonly calls: readonly ReplyCall[];
  readonly stop: StopReason;
  readonly fail: Directives['fail'];
  readonly delayMs: number | undefined;
}

const QUOTE_CHARACTERS = 200;
const QUOTES_LIMIT = 20;
const HOW_TO_REPLACE =
  'To put a real model behind this service, add an engine to svc.yaml and route a model to it; docs/sandbox.md shows the lines.';
const REASONING =
  'The sandbox was asked to reason. It reads the last message, sees that no model is at work here, and prepares its fixed answer.';
const FILLER =
  ' The sandbox goes on, one plain word after the other, until it has said as much as it was asked to say.';

function quote(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(flat.slice(0, QUOTE_CHARACTERS * 2));
  return characters.length > QUOTE_CHARACTERS || flat.length > QUOTE_CHARACTERS * 2
    ? `“${characters.slice(0, QUOTE_CHARACTERS).join('')}…”`
    : `“${flat}”`;
}

/** A quote at the end of a sentence, which is over with it where what is quoted has an end of its own. */
function quoteAsEnd(text: string): string {
  const quoted = quote(text);
  return /[.?!…]”$/.test(quoted) ? quoted : `${quoted}.`;
}

/** One passage of each citable text, as a model that was told to cite would quote it. */
function quoteSources({ sources = [] }: GenerateRequest): string {
  const quotes = sources.flatMap(({ origin, text, passageEnds }, number) => {
    if (passageEnds.length === 0) return [];
    const title = origin.title ?? (origin.type === 'web' ? origin.url : `Document ${origin.index + 1}`);
    return [` ${title} begins: ${quoteAsEnd(text.slice(0, passageEnds[0]))}${markOf(number, 0)}`];
  });
  return quotes.slice(0, QUOTES_LIMIT).join('');
}

function textOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n')
    .trim();
}

function describeResults(request: GenerateRequest): string | undefined {
  const names = new Map<string, string>();
  for (const turn of request.turns)
    for (const block of turn.blocks) if (block.type === 'tool_call') names.set(block.id, block.name);
  if (!request.turns.at(-1)?.blocks.some(({ type }) => type === 'tool_result')) return undefined;
  // The results of one reply's calls may arrive in one turn or in one turn each.
  const reply = request.turns.findLastIndex(({ role }) => role === 'assistant');
  const results = request.turns
    .slice(reply + 1)
    .flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_result'));
  const lines = results
    .slice(0, 16)
    .map((result) => `${names.get(result.callId) ?? 'a tool'} returned ${quote(result.text)}`);
  return `The sandbox received ${results.length === 1 ? 'one tool result' : `${results.length} tool results`}: ${lines.join('; ')}.`;
}

/** The reply's text when nothing else was requested. */
function plainText(request: GenerateRequest, asked: Directives): string {
  const results = describeResults(request);
  const sources = quoteSources(request);
  if (results) return results + sources;
  const said = asked.text === '' ? 'Your last message holds no text.' : `You said: ${quoteAsEnd(asked.text)}`;
  return `This is the sandbox, a substitute for a model. ${said}${describeImages(request)}${sources} ${HOW_TO_REPLACE}`;
}

/** States that it cannot see images. */
function describeImages(request: GenerateRequest): string {
  const images = (request.turns.at(-1)?.blocks ?? []).filter((block) => block.type === 'image');
  if (images.length === 0) return '';
  return ` With it came ${images.map(({ mediaType }) => mediaType).join(', ')}, which the sandbox cannot see.`;
}

function longText(tokens: number): TextWord[] {
  const sentence = splitWords(FILLER);
  const words = splitWords(FILLER.trimStart());
  let count = words.reduce((sum, word) => sum + word.tokens, 0);
  for (let i = 0; count < tokens; i++) {
    const word = sentence[i % sentence.length]!;
    words.push(word);
    count += word.tokens;
  }
  while (count > tokens) count -= words.pop()!.tokens;
  return words;
}

/**
 * The tools to call, or why none can be called. `none` overrides a directive, and a named tool overrides the
 * directive's.
 */
function chooseTools(
  request: GenerateRequest,
  asked: Directives,
): { names: readonly string[]; problem?: string } {
  const { tools, toolChoice } = request;
  if (typeof toolChoice === 'object') return { names: [toolChoice.name] };
  const wanted =
    asked.tools.length === 0 && (toolChoice === 'any' || asked.badJson)
      ? tools.slice(0, 1).map((tool) => tool.name)
      : asked.tools;
  if (wanted.length === 0) return { names: [] };
  if (toolChoice === 'none') return { names: [], problem: 'A tool was asked for, but tool_choice is none.' };
  const unknown = wanted.find((name) => !tools.some((tool) => tool.name === name));
  if (unknown === undefined) return { names: wanted };
  const offered = tools
    .slice(0, 16)
    .map((tool) => tool.name)
    .join(', ');
  return {
    names: [],
    problem: `The request offers no tool ${quote(unknown)}; it offers: ${offered || 'none'}.`,
  };
}

function makeCalls(request: GenerateRequest, names: readonly string[], badJson: boolean): ReplyCall[] {
  return names.map((name, index) => {
    const text = JSON.stringify(
      sampleArguments(request.tools.find((tool) => tool.name === name)?.parameters),
    );
    // Ids depend only on the position in the conversation: the same request gets the same ids, the next turn
    // others. They are as long as other engines' ids.
    const digest = createHash('sha256')
      .update(`${request.turns.length} ${index} ${name} ${text}`)
      .digest('hex');
    return { id: `call_${digest.slice(0, 26)}`, name, arguments: badJson ? `${text.slice(0, -1)},` : text };
  });
}

function problemText(problems: readonly string[]): string {
  return `This is the sandbox. ${problems.join(' ')} The directives are, each written [[sandbox: …]]: ${DIRECTIVE_FORMATS.join(', ')}.`;
}

/** A correction is a separate user turn, so a directive that shall apply to it too is in an earlier turn. */
function isBadFormat(request: GenerateRequest, asked: Directives): boolean {
  const earlier = (): boolean =>
    request.turns.some(
      ({ role, blocks }) => role === 'user' && readDirectives(textOf(blocks)).badFormat === 'always',
    );
  return asked.badFormat !== undefined || earlier();
}

function formattedText(format: ResponseFormat): string {
  return JSON.stringify(
    format.type === 'json_object' ? { sandbox: 'json_object' } : sampleValue(format.schema),
  );
}

function replyText(request: GenerateRequest, asked: Directives): readonly TextWord[] {
  if (asked.refuse) return splitWords('The sandbox was asked to refuse, so it does not answer this.');
  if (asked.say !== undefined) return splitWords(asked.say);
  if (asked.longTokens !== undefined) return longText(asked.longTokens);
  const { responseFormat } = request;
  if (responseFormat && !isBadFormat(request, asked)) return splitWords(formattedText(responseFormat));
  return splitWords(plainText(request, asked));
}

/** The sandbox's reply, a function of the request alone. */
export function composeReply(request: GenerateRequest): Reply {
  const lastUser = request.turns.findLast((turn) => turn.role === 'user');
  const asked = readDirectives(textOf(lastUser?.blocks ?? []));
  const nothing = { reasoning: [], calls: [], fail: undefined, delayMs: undefined };
  if (asked.problems.length > 0)
    return { ...nothing, text: splitWords(problemText(asked.problems)), stop: 'end_turn' };
  const chosen = chooseTools(request, asked);
  const reasoning = asked.reasoning || request.reasoning ? splitWords(REASONING) : [];
  const paced = { reasoning, fail: asked.fail, delayMs: asked.delayMs };
  if (chosen.problem)
    return {
      ...paced,
      text: splitWords(`This is the sandbox. ${chosen.problem}`),
      calls: [],
      stop: 'end_turn',
    };
  const calls = makeCalls(request, chosen.names, asked.badJson);
  if (calls.length > 0) {
    const text = asked.say === undefined ? [] : splitWords(asked.say);
    return { ...paced, text, calls, stop: asked.stop ?? 'tool_call' };
  }
  return {
    ...paced,
    text: replyText(request, asked),
    calls,
    stop: asked.stop ?? (asked.refuse ? 'refusal' : 'end_turn'),
  };
}
