import { setImmediate } from 'node:timers/promises';
import type { CitableDocument, CitableSource, Conversation, DocumentBlock, Turn } from '../turns.ts';
import { cutPassages, PassageCutter } from './cut-passages.ts';
import { CITING_INSTRUCTION, markPassages } from './passage-marks.ts';

/** Work done before yielding: a few milliseconds. Documents may hold millions of characters. */
const CHARACTERS_PER_YIELD = 262_144;
const PASSAGES_PER_YIELD = 4096;

/** A web page as a source. */
export function newWebSource(url: string, title: string | null, text: string): CitableSource {
  return { origin: { type: 'web', url, title }, text, passageEnds: cutPassages(text) };
}

async function newDocumentSource(
  { title, text, fileId, pageStarts }: DocumentBlock,
  { documentIndex: index }: CitableDocument,
): Promise<CitableSource> {
  const cutter = new PassageCutter(text, pageStarts);
  while (!cutter.advance(CHARACTERS_PER_YIELD)) await setImmediate();
  const origin = {
    type: 'document',
    index,
    title: title ?? null,
    fileId: fileId ?? null,
    ...(pageStarts ? { pageStarts } : {}),
  } as const;
  return { origin, text, passageEnds: cutter.ends };
}

async function markYielding(source: CitableSource, number: number): Promise<string> {
  let text = '';
  for (let first = 0; first < source.passageEnds.length; first += PASSAGES_PER_YIELD) {
    if (first > 0) await setImmediate();
    text += markPassages(source, number, first, first + PASSAGES_PER_YIELD);
  }
  return text;
}

/**
 * Splits a conversation's citable documents into passages that the model can refer to, and adds the
 * instruction to cite (D-42). Must run before anything is counted: marks and instruction are part of the
 * prompt. Citable documents become `sources`.
 */
export async function citeDocuments<C extends Conversation>(conversation: C): Promise<C> {
  const sources: CitableSource[] = [];
  const turns = conversation.turns.map((turn) => ({ ...turn, blocks: [...turn.blocks] }));
  for (const { blocks } of turns) {
    for (const [index, block] of blocks.entries()) {
      if (block.type !== 'document' || !block.citable) continue;
      const source = await newDocumentSource(block, block.citable);
      const number = sources.push(source) - 1;
      const { title, cacheControl } = block;
      const text = await markYielding(source, number);
      blocks[index] = { type: 'document', title, text, ...(cacheControl ? { cacheControl } : {}) };
      await setImmediate();
    }
  }
  return sources.length === 0 ? conversation : { ...conversation, sources, turns: instruct(turns) };
}

/** Adds the instruction after the leading ones, as a separate turn like theirs. */
function instruct(turns: readonly Turn[]): Turn[] {
  const index = turns.findIndex(({ role }) => role !== 'system');
  return turns.toSpliced(index, 0, { role: 'system', blocks: [{ type: 'text', text: CITING_INSTRUCTION }] });
}
