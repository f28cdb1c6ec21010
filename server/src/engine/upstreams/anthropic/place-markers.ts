import { blockCharacters } from '../../block-characters.ts';
import { countPromptTokens, promptBytes } from '../../tokens/count-prompt.ts';
import type { CacheControl, Conversation } from '../../turns.ts';
import type { Marked, WireBlock } from './wire-blocks.ts';
import type { WireMessage } from './wire-messages.ts';
import type { WireTool } from './wire-tools.ts';

/** Whose markers an engine is sent (D-ENG-36). */
export type PromptCaching = 'auto' | 'caller' | 'off';

/** More are refused by servers. */
const MAX_MARKERS = 4;
/** Servers do not cache less. */
const MIN_CACHED_TOKENS = 1024;
/** A prompt of so many characters has that many tokens, and one of fewer bytes has not. Between the two they are counted. */
const SURELY_CACHED_CHARACTERS = MIN_CACHED_TOKENS * 6;
const NEVER_CACHED_BYTES = MIN_CACHED_TOKENS * 2;

const MARKER: CacheControl = { type: 'ephemeral' };

/** The parts of a request that may carry markers, in the order of the prompt. */
export interface MarkedParts {
  readonly tools: readonly WireTool[];
  readonly system: readonly WireBlock[];
  readonly messages: readonly WireMessage[];
}

/**
 * The parts with the markers that they are sent with: the last four of the caller, or where there is none our own, on the last tool, the
 * last instruction and the last blocks of the last two user turns. So each round reads what the one before has written.
 */
export function placeMarkers(parts: MarkedParts, caching: PromptCaching, prompt: Conversation): MarkedParts {
  const ofCaller = countMarkers(parts);
  if (ofCaller > 0) return dropMarkers(parts, caching === 'off' ? ofCaller : ofCaller - MAX_MARKERS);
  return caching === 'auto' && isCacheable(prompt) ? markAutomatically(parts) : parts;
}

function isMarked({ cache_control: marker }: Marked): boolean {
  return marker !== undefined;
}

function countMarkers({ tools, system, messages }: MarkedParts): number {
  const ofMessages = messages.reduce((sum, { content }) => sum + content.filter(isMarked).length, 0);
  return tools.filter(isMarked).length + system.filter(isMarked).length + ofMessages;
}

/** Without the first `count` of its markers. */
function dropMarkers({ tools, system, messages }: MarkedParts, count: number): MarkedParts {
  if (count <= 0) return { tools, system, messages };
  let left = count;
  const strip = <Part extends Marked>(part: Part): Part => {
    if (left === 0 || !isMarked(part)) return part;
    left--;
    const { cache_control: _dropped, ...rest } = part;
    return rest as Part;
  };
  return {
    tools: tools.map(strip),
    system: system.map(strip),
    messages: messages.map(({ role, content }) => ({ role, content: content.map(strip) })),
  };
}

function markAutomatically({ tools, system, messages }: MarkedParts): MarkedParts {
  const users = new Set(messages.filter(({ role }) => role === 'user').slice(-2));
  return {
    tools: markLast(tools),
    system: markLast(system),
    messages: messages.map((message) =>
      users.has(message) ? { ...message, content: markLast(message.content) } : message,
    ),
  };
}

function markLast<Part extends Marked>(parts: readonly Part[]): Part[] {
  return parts.map((part, i) => (i === parts.length - 1 ? { ...part, cache_control: MARKER } : part));
}

function isCacheable(prompt: Conversation): boolean {
  if (isSurelyCacheable(prompt)) return true;
  if (promptBytes(prompt) < NEVER_CACHED_BYTES) return false;
  return countPromptTokens({ ...prompt, maxOutputTokens: 1, stream: false }) >= MIN_CACHED_TOKENS;
}

/** Looks no further than it needs to: most prompts with tools are long. */
function isSurelyCacheable({ turns }: Conversation): boolean {
  let characters = 0;
  for (const { blocks } of turns)
    for (const block of blocks) {
      characters += block.type === 'image' ? SURELY_CACHED_CHARACTERS : blockCharacters(block);
      if (characters >= SURELY_CACHED_CHARACTERS) return true;
    }
  return false;
}
