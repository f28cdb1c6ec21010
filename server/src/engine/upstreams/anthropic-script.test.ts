import Anthropic, { APIError, OverloadedError } from '@anthropic-ai/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  errorReply,
  messageError,
  messageEvents,
  messageReply,
  messageSse,
  rawReply,
  startScriptedUpstream,
  type ScriptedBlock,
  type ScriptedUpstream,
} from '../../../test-kit/fakes/scripted-upstream.ts';

let up: ScriptedUpstream;

beforeEach(async () => {
  up = await startScriptedUpstream();
});

afterEach(() => up.close());

const say = (text: string): ScriptedBlock => ({ type: 'text', text });
const CONTENT: readonly ScriptedBlock[] = [
  { type: 'thinking', thinking: 'Wöll, 🙂 now' },
  say('Let me look.'),
  { type: 'tool_use', name: 'f', input: { city: 'Ü🎉m' } },
  { type: 'tool_use', name: 'g', input: {} },
];
/** The start of a text block, sent before the stream fails. */
const HALF = messageEvents([say('half')])
  .slice(0, 4)
  .map(messageSse);

describe('the script is understood by the official client', () => {
  const client = () =>
    new Anthropic({ baseURL: up.baseUrl.replace(/\/v1$/, ''), apiKey: 'k', maxRetries: 0 });
  const asked = { model: 'm', max_tokens: 100, messages: [{ role: 'user' as const, content: 'q' }] };
  const usage = {
    input_tokens: 4,
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 2,
    output_tokens: 9,
  };

  it('whole and streamed', async () => {
    up.script(messageReply(CONTENT, { usage }));
    const whole = await client().messages.create(asked);
    const streamed = await client().messages.stream(asked).finalMessage();
    for (const message of [whole, streamed]) {
      expect(message).toMatchObject({ type: 'message', stop_reason: 'tool_use', usage });
      expect(message.content).toMatchObject(CONTENT);
    }
  });

  it('when it refuses and when it breaks off', async () => {
    up.script(errorReply(529));
    await expect(client().messages.create(asked)).rejects.toThrow(OverloadedError);
    up.script(rawReply([...HALF, messageSse(messageError('overloaded_error'))]));
    await expect(client().messages.stream(asked).finalMessage()).rejects.toThrow(APIError);
  });
});
