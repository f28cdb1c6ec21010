import { expect, it } from 'vitest';
import type { Turn } from '#engine';
import { openWithSummary } from './open-with-summary.ts';
import { callOf } from './test-support/reply-bench.ts';

const SYSTEM: Turn = { role: 'system', blocks: [{ type: 'text', text: 'be brief' }] };
const NEXT: Turn = { role: 'user', blocks: [{ type: 'text', text: 'go on' }] };

it('D-39 MSG-33 puts a summary that was sent back before what followed it', () => {
  const reply: Turn = {
    role: 'assistant',
    blocks: [
      { type: 'compaction', text: 'they met' },
      { type: 'text', text: 'and then' },
    ],
  };
  const { turns } = openWithSummary(callOf({ turns: [SYSTEM, reply, NEXT] }));
  expect(turns.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(turns[1]!.blocks).toEqual([{ type: 'text', text: expect.stringContaining('they met') }]);
  expect(turns[2]!.blocks).toEqual([{ type: 'text', text: 'and then' }]);
});

it('D-39 resumes after a pause from the summary alone', () => {
  const { turns } = openWithSummary(
    callOf({ turns: [{ role: 'assistant', blocks: [{ type: 'compaction', text: 'they met' }] }] }),
  );
  expect(turns.map(({ role }) => role)).toEqual(['user']);
});

it('leaves every other conversation as it is', () => {
  const call = callOf({ turns: [SYSTEM, NEXT] });
  expect(openWithSummary(call)).toBe(call);
});
