import { expect, it } from 'vitest';
import { toolInput } from './tool-input.ts';

const user = { role: 'user', content: 'Hi' } as const;
const reply = { role: 'assistant', content: 'Hello' } as const;

it('is the text of a conversation in which the person has written something', () => {
  expect(toolInput('', [])).toBeUndefined();
  // What a prompt template asked is not part of it.
  expect(toolInput('Be kind.', [reply])).toBeUndefined();
  expect(toolInput('Be kind.', [reply, user])).toEqual({ system: 'Be kind.', messages: [reply, user] });
});
