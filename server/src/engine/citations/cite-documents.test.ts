import { describe, expect, it } from 'vitest';
import type { Conversation, DocumentBlock, Turn } from '../turns.ts';
import { citeDocuments } from './cite-documents.ts';
import { cutPassages } from './cut-passages.ts';
import { CITING_INSTRUCTION, markPassages } from './passage-marks.ts';

const system = (text: string): Turn => ({ role: 'system', blocks: [{ type: 'text', text }] });
const document = (text: string, more: Partial<DocumentBlock> = {}): DocumentBlock => ({
  type: 'document',
  title: undefined,
  text,
  ...more,
});
const conversation = (...turns: Turn[]): Conversation => ({ turns, tools: [], toolChoice: 'auto' });

const SENTENCE = 'Oslo is the capital, and it has been that for a very long time.';

describe('citeDocuments', () => {
  it('MSG-29 D-42 numbers the passages of each document, and adds the instruction to cite', async () => {
    const pages = `first\n\n${SENTENCE}`;
    const first = document(`${SENTENCE} Next.`, {
      citable: { documentIndex: 0 },
      title: 'A',
      fileId: 'file_1',
    });
    const second = document(pages, { citable: { documentIndex: 1 }, pageStarts: [0, 7] });
    const asked = { type: 'text', text: 'go' } as const;
    const cited = await citeDocuments(
      conversation(system('be brief'), { role: 'user', blocks: [first] }, system('and kind'), {
        role: 'user',
        blocks: [asked, second],
      }),
    );
    expect(cited.turns).toEqual([
      system('be brief'),
      system(CITING_INSTRUCTION),
      { role: 'user', blocks: [document(`[[c0.0]] ${SENTENCE} \n[[c0.1]] Next.\n`, { title: 'A' })] },
      system('and kind'),
      { role: 'user', blocks: [asked, document(`[[c1.0]] first\n\n[[c1.1]] ${SENTENCE}\n`)] },
    ]);
    expect(cited.sources).toEqual([
      {
        origin: { type: 'document', index: 0, title: 'A', fileId: 'file_1' },
        text: first.text,
        passageEnds: Uint32Array.of(SENTENCE.length + 1, first.text.length),
      },
      {
        origin: { type: 'document', index: 1, title: null, fileId: null, pageStarts: [0, 7] },
        text: pages,
        passageEnds: Uint32Array.of(7, pages.length),
      },
    ]);
  });

  it('D-42 numbers sources separately when earlier documents are no longer in the prompt', async () => {
    const cited = await citeDocuments(
      conversation({
        role: 'user',
        blocks: [document('a'), document('b', { citable: { documentIndex: 3 } })],
      }),
    );
    expect(cited.sources).toMatchObject([{ origin: { index: 3 }, text: 'b' }]);
    expect(cited.turns[1]?.blocks).toEqual([document('a'), document('[[c0.0]] b\n')]);
  });

  it('cuts and numbers a long document in several turns with the same result', async () => {
    let turns = 0;
    let over = false;
    const count = (): void => {
      turns++;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const text = `${SENTENCE} `.repeat(20_000);
    const cited = await citeDocuments(
      conversation({ role: 'user', blocks: [document(text, { citable: { documentIndex: 0 } })] }),
    );
    over = true;
    const [source] = cited.sources!;
    expect(source!.passageEnds).toEqual(cutPassages(text));
    expect(cited.turns[1]!.blocks).toEqual([document(markPassages(source!, 0))]);
    // Yields for each quarter of a million characters, and for each 4,096 passages.
    expect(turns).toBeGreaterThan(8);
  });

  it('does not change a conversation without citable documents', async () => {
    const plain = conversation({ role: 'user', blocks: [document('a')] });
    expect(await citeDocuments(plain)).toBe(plain);
  });
});
