import { formatInstruction } from '../generation/ask-for-format.ts';
import type { Block, FunctionTool, GenerateRequest, KnownBytes } from '../turns.ts';
import { countTokensOfAll } from './count-text.ts';

/**
 * What chat templates add around a turn (start, role, end), around a call or a result, and before the reply.
 */
const TURN_TOKENS = 4;
const CALL_TOKENS = 4;
const TOOL_TOKENS = 8;
const REPLY_TOKENS = 3;
/** Tokens of one image: a guess until the engine has counted, because models differ tenfold. */
const IMAGE_TOKENS = 1600;

// The upper bound allows for templates that are far wordier than the estimate assumes.
const TURN_BYTES = 32;
const CALL_BYTES = 64;
const TOOL_BYTES = 64;
const REPLY_BYTES = 32;

function toolText(tool: FunctionTool): string {
  return JSON.stringify({ name: tool.name, description: tool.description, parameters: tool.parameters });
}

function visitBlock(block: Block, visit: (text: string, known?: KnownBytes) => void): void {
  if (block.type === 'tool_call') {
    visit(block.name);
    visit(block.arguments);
  } else if (block.type !== 'image') {
    visit(block.text, block.type === 'text' ? block.known : undefined);
  }
  if (block.type === 'document' && block.title !== undefined) visit(block.title);
}

function countImages(block: Block): number {
  if (block.type === 'tool_result') return block.images?.length ?? 0;
  return block.type === 'image' ? 1 : 0;
}

/** What the most expensive models count for one image in full detail. */
const MAX_IMAGE_TOKENS = 50_000;
/** Servers put instructions of their own before a prompt, and describe tools at length. */
const MAX_ADDED_TOKENS = 4096;

type Prompt = Pick<GenerateRequest, 'turns' | 'tools' | 'responseFormat'>;

/** However an engine passes on the form, its model reads about as much as this text. */
function formatText({ responseFormat, tools }: Prompt): string {
  return responseFormat ? formatInstruction(responseFormat, tools.length > 0) : '';
}

/**
 * All texts of a prompt in order: blocks, then tools as JSON and the instruction for the reply's form. Omits
 * call ids, as templates do.
 */
export function promptTexts(request: GenerateRequest): string[] {
  const texts: string[] = [];
  for (const turn of request.turns)
    for (const block of turn.blocks) visitBlock(block, (text) => texts.push(text));
  for (const tool of request.tools) texts.push(toolText(tool));
  if (request.responseFormat) texts.push(formatText(request));
  return texts;
}

/** Tokens of a prompt in addition to its texts. */
export function promptOverheadTokens(request: GenerateRequest): number {
  let tokens = REPLY_TOKENS + TOOL_TOKENS * request.tools.length;
  for (const turn of request.turns) {
    tokens += TURN_TOKENS;
    for (const block of turn.blocks)
      if (block.type !== 'text') tokens += CALL_TOKENS + IMAGE_TOKENS * countImages(block);
  }
  return tokens;
}

/**
 * Estimates prompt tokens without an engine: the texts in the reference vocabulary, each tool as JSON, and
 * fixed amounts per turn (4), other block (4), image (1600), tool (8) and reply (3). An estimate of what an
 * engine will report, exact for the sandbox. Runs on the calling thread; bounded like `countTokens`.
 */
export function countPromptTokens(request: GenerateRequest): number {
  return promptOverheadTokens(request) + countTokensOfAll(promptTexts(request));
}

/** Upper bound of a prompt's tokens, much cheaper than counting: its UTF-8 bytes and generous overheads. */
export function promptBytes(request: Prompt): number {
  let bytes = REPLY_BYTES;
  const add = (text: string, known?: KnownBytes): void => {
    bytes += known?.characters === text.length ? known.bytes : Buffer.byteLength(text);
  };
  for (const turn of request.turns) {
    bytes += TURN_BYTES;
    for (const block of turn.blocks) {
      if (block.type !== 'text') bytes += CALL_BYTES + IMAGE_TOKENS * countImages(block);
      visitBlock(block, add);
    }
  }
  for (const tool of request.tools) bytes += TOOL_BYTES + Buffer.byteLength(toolText(tool));
  return bytes + Buffer.byteLength(formatText(request));
}

/**
 * The most tokens that an engine may count for a prompt: its bytes, of which a token has at least one and
 * mostly three or four, and what engines add by themselves. Beyond it, the engine miscounts.
 */
export function maxPromptTokens(request: Prompt): number {
  let images = 0;
  for (const { blocks } of request.turns) for (const block of blocks) images += countImages(block);
  return promptBytes(request) + MAX_ADDED_TOKENS + MAX_IMAGE_TOKENS * images;
}
