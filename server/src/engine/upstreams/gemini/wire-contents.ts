import type { Block, ToolResultBlock, Turn } from '../../turns.ts';
import type { FindReply } from '../http/replies-of.ts';
import { toParts, type WirePart } from './wire-parts.ts';
import { toReplyParts } from './wire-replies.ts';
import { callsIn, toResults, type MadeCalls } from './wire-results.ts';

export interface WireContent {
  readonly role: 'user' | 'model';
  readonly parts: readonly WirePart[];
}

/** Inserted when a conversation does not begin with a user turn, which this protocol requires. */
const OPENING: WireContent = { role: 'user', parts: [{ text: 'Begin.' }] };

/** All instructions, wherever they occur: the protocol has one field for them. */
export function toSystemInstruction(turns: readonly Turn[]): object | undefined {
  const parts = turns.filter(({ role }) => role === 'system').flatMap(({ blocks }) => toParts(blocks));
  return parts.length > 0 ? { parts } : undefined;
}

interface ContentContext {
  readonly findReply: FindReply;
  /** The model takes images in results. */
  readonly takesImagesInResults: boolean;
}

/** Converts turns to contents, a user's first: adjacent turns of one role become one content, and empty ones are dropped. */
export function toContents(turns: readonly Turn[], context: ContentContext): readonly WireContent[] {
  const calls = callsIn(turns);
  const joined = joinTurns(turns);
  const contents = joined.flatMap(({ role, blocks }, i): WireContent[] => {
    const parts =
      role === 'assistant'
        ? toReplyParts(blocks, i === joined.length - 1, context.findReply)
        : toUserParts(blocks, calls, context.takesImagesInResults);
    return parts.length > 0 ? [{ role: role === 'assistant' ? 'model' : 'user', parts }] : [];
  });
  return contents[0]?.role === 'user' ? contents : [OPENING, ...contents];
}

function joinTurns(turns: readonly Turn[]): readonly Turn[] {
  const joined: { readonly role: Turn['role']; readonly blocks: Block[] }[] = [];
  for (const { role, blocks } of turns) {
    const last = joined.at(-1);
    if (role === 'system' || blocks.length === 0) continue;
    if (last?.role === role) for (const block of blocks) last.blocks.push(block);
    else joined.push({ role, blocks: [...blocks] });
  }
  return joined;
}

/** Results first: nothing may come between calls and their results. */
function toUserParts(blocks: readonly Block[], calls: MadeCalls, takesImages: boolean): WirePart[] {
  const answers = blocks.filter((block): block is ToolResultBlock => block.type === 'tool_result');
  const { results, beside } = toResults(answers, calls, takesImages);
  return [...results, ...beside, ...toParts(blocks)];
}
