import { describe, expect, it } from 'vitest';
import { messagesOf } from '../conversation/rounds.ts';
import { splitPrompt } from './split-prompt.ts';

const user = (content: string) => ({ role: 'user', content }) as const;
const reply = (content: string) => ({ role: 'assistant', content }) as const;

describe('splitPrompt', () => {
  it('keeps all of a conversation, and has its last message to be sent', () => {
    const { rounds, draft } = splitPrompt([user('Hi'), reply('Hello'), user('Rhyme')], 'm');
    expect(messagesOf(rounds, 'm')).toEqual([user('Hi'), reply('Hello')]);
    expect(draft).toBe('Rhyme');
  });

  it('has no reply to be sent as a message of the user', () => {
    const { rounds, draft } = splitPrompt([user('Hi'), reply('Hello')], 'm');
    expect(messagesOf(rounds, 'm')).toEqual([user('Hi'), reply('Hello')]);
    expect(draft).toBe('');
  });

  it('keeps replies to nothing, and joins messages that follow each other', () => {
    const { rounds, draft } = splitPrompt([reply('Hello'), reply('There'), user('a'), user('b')], 'm');
    expect(messagesOf(rounds, 'm')).toEqual([reply('Hello'), reply('There')]);
    expect(rounds.map(({ position }) => position)).toEqual([0, 1]);
    expect(draft).toBe('a\n\nb');
  });
});
