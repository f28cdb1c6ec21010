import { expect, it } from 'vitest';
import { newReply } from './playground-reply.ts';
import { messagesOf, takenOver, type Round } from './rounds.ts';

const round = (position: number, text: string, state: 'complete' | 'running'): Round => ({
  position,
  said: { type: 'message', text: `question ${position}`, files: [] },
  answer: { ...newReply('Svc Standard'), text, state },
});

it('a second model goes on from replies that it knows and did not write, without the one that is being written', () => {
  const rounds = [round(0, 'first', 'complete'), round(1, 'half of', 'running')];
  const taken = takenOver(rounds);
  expect(taken.map(({ position, isOfOther }) => [position, isOfOther])).toEqual([[0, true]]);
  expect(messagesOf(taken, 'Svc Mini').map(({ content }) => content)).toEqual(['question 0', 'first']);
});
