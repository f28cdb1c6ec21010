import { expect, it } from 'vitest';
import type { Block, Turn } from '#engine';
import type { EarlierReply, PendingContent } from '#exchange';
import { joinTurns } from './join-turns.ts';

const text = (value: string): Block => ({ type: 'text', text: value });
const result = (callId: string): Block => ({ type: 'tool_result', callId, text: 'r' });
const turn = (role: Turn['role'], ...blocks: Block[]): Turn => ({ role, blocks });
const nothing = () => ({ pending: [] as PendingContent[], earlierReplies: [] as EarlierReply[] });

it('COMPG-10 instructions at the start are one turn, and later ones reminders', () => {
  const turns = [
    turn('system', text('a')),
    turn('system', text('b'), text('c')),
    turn('user', text('d')),
    turn('system', text('e')),
    turn('assistant', text('f')),
    turn('system', text('g')),
  ];
  expect(joinTurns(turns, nothing())).toEqual([
    turn('system', text('a\n\n'), text('b\n\n'), text('c')),
    turn('user', text('d\n\n'), text('<system-reminder>e</system-reminder>')),
    turn('assistant', text('f')),
    turn('user', text('<system-reminder>g</system-reminder>')),
  ]);
});

it('COMPG-11 turns of a role are joined, results come first, and nothing is empty', () => {
  const turns = [
    turn('user', text('a'), text('b')),
    turn('user', result('1')),
    turn('user', text('')),
    turn('user', text('c'), result('2')),
    turn('assistant', text('')),
    turn('user', text('d')),
  ];
  expect(joinTurns(turns, nothing())).toEqual([
    turn('user', result('1'), result('2'), text('a'), text('b\n\n'), text('c\n\n'), text('d')),
  ]);
  expect(joinTurns([turn('user', text(''))], nothing())).toEqual([turn('user', text(''))]);
});

it('COMPG-11 what is fetched later and what is signed moves with its block', () => {
  const image: Block = { type: 'image', mediaType: 'image/png', data: '' };
  const reasoning: Block = { type: 'reasoning', text: 'hm' };
  const turns = [
    turn('user', text('a'), image),
    turn('user', result('1')),
    turn('assistant', text('b')),
    turn('assistant', text(''), reasoning),
  ];
  const pending = [{ position: { turn: 0, block: 1 } } as PendingContent];
  const earlierReplies: EarlierReply[] = [
    { path: 'x', turn: 2, reasoning: [] },
    { path: 'y', turn: 3, reasoning: [{ position: 1, signature: 's' }] },
  ];
  const joined = joinTurns(turns, { pending, earlierReplies });
  const { turn: at, block } = pending[0]!.position;
  expect(joined[at]!.blocks[block]).toBe(image);
  expect(earlierReplies).toEqual([{ path: 'y', turn: 1, reasoning: [{ position: 1, signature: 's' }] }]);
  expect(joined[1]!.blocks[1]).toBe(reasoning);
});
