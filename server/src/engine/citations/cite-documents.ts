import type { Block, CitableSource, Conversation, Turn } from '../turns.ts';
import { cutPassages } from './cut-passages.ts';
import { CITING_INSTRUCTION, markPassages } from './passage-marks.ts';

/** A text as a source of its own, after those that are there. */
export function newSource(origin: CitableSource['origin'], text: string): CitableSource {
  return { origin, text, passageEnds: cutPassages(text, origin.type === 'document' ? origin.pageStarts : undefined) };
}

/**
 * Puts the citable documents of a conversation into passages the model can name, and tells it to (D-42). Before anything is
 * counted: marks and instruction are part of the prompt. A conversation without such documents comes back as it is.
 */
export function citeDocuments<C extends Conversation>(conversation: C): C {
  const sources = [...(conversation.sources ?? [])];
  let documents = 0;
  const toMarked = (block: Block): Block => {
    if (block.type !== 'document') return block;
    const index = documents++;
    if (!block.citable) return block;
    const { title, text, fileId = null, pageStarts } = block;
    const source = newSource({ type: 'document', index, title: title ?? null, fileId, ...(pageStarts ? { pageStarts } : {}) }, text);
    sources.push(source);
    return { type: 'document', title, text: markPassages(source, sources.length - 1) };
  };
  const turns = conversation.turns.map((turn) => ({ ...turn, blocks: turn.blocks.map(toMarked) }));
  return sources.length === 0 ? conversation : { ...conversation, sources, turns: instruct(turns) };
}

/** Behind the instructions at the beginning, in a turn of its own as they are. */
function instruct(turns: readonly Turn[]): Turn[] {
  const place = turns.findIndex(({ role }) => role !== 'system');
  return turns.toSpliced(place, 0, { role: 'system', blocks: [{ type: 'text', text: CITING_INSTRUCTION }] });
}
