import { afterEach, describe, expect, it } from 'vitest';
import { messageReply, toolCalls } from '../../../test-kit/fakes/scripted-upstream.ts';
import { PickyEngine } from '../test-support/picky-engine.ts';
import type { GenerateRequest } from '../turns.ts';

let engine: PickyEngine;
afterEach(() => engine[Symbol.asyncDispose]());

const NAME = 'crm.find customer';
const REQUEST: Partial<GenerateRequest> = {
  tools: [{ name: NAME, parameters: { type: 'object' } }],
  toolChoice: { name: NAME },
  turns: [
    { role: 'user', blocks: [{ type: 'text', text: 'Who?' }] },
    { role: 'assistant', blocks: [{ type: 'tool_call', id: 'f:0', name: NAME, arguments: '{}' }] },
    { role: 'user', blocks: [{ type: 'tool_result', callId: 'f:0', text: 'nobody' }] },
  ],
};

interface SentBody {
  readonly tools: readonly { readonly name?: string; readonly function?: { readonly name: string } }[];
}

function sentName(body: Readonly<Record<string, unknown>>): string {
  const [tool] = (body as unknown as SentBody).tools;
  return tool?.function?.name ?? tool?.name ?? '';
}

function replyTo(type: 'openai' | 'anthropic', name: string) {
  return type === 'openai'
    ? toolCalls([{ name, arguments: '{"a":1}' }])
    : messageReply([{ type: 'tool_use', id: 'toolu_1', name, input: { a: 1 } }]);
}

describe.each([
  ['openai', {}, /"f:0"/g],
  ['openai', { dialect: 'openai' }, /"f_0_[0-9a-f]{10}"/g],
  ['anthropic', {}, /"f_0_[0-9a-f]{10}"/g],
] as const)('an engine of type %s with %o (D-ENG-19, CHAT-28)', (type, more, sentId) => {
  it.each([true, false])(
    'calls a tool under the name that it was sent, and the caller sees its own; streamed: %s',
    async (stream) => {
      engine = await PickyEngine.start(type, more);
      engine.up.script(({ body }) => replyTo(type, sentName(body)));
      const { events, fault } = await engine.ask({ ...REQUEST, stream });
      expect(fault).toBeUndefined();
      expect(events).toContainEqual(expect.objectContaining({ type: 'tool_call_start', name: NAME }));
      expect(events.at(-1)).not.toMatchObject({ reason: 'end_turn' });
      const { body } = await engine.up.nextRequest();
      const sent = sentName(body);
      expect(sent).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      // The tool, the choice, and the call of an earlier turn; the id of that call and of its result.
      const text = JSON.stringify(body);
      expect(text.split(`"${sent}"`)).toHaveLength(4);
      expect(text).not.toContain(NAME);
      expect(text.match(sentId)).toHaveLength(2);
    },
  );
});
