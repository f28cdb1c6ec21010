import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAIN_KEY,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { CHAT, startCompat } from './openai-fixture.ts';
import { conversations, toOpenAiBody, toOwnBody } from './openai-spellings.ts';

const EXAMPLES = 100;
/** Without it, /v1 ignores sampling. */
const EXTENDED = { 'svc-beta': 'chat-extensions-2026-12-01' };

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
  upstream.script(textReply('Sunny.'));
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

/** What the engine is sent; texts that follow each other are one to it. */
async function sent(path: string, body: object): Promise<object> {
  const response = await service.post(path, MAIN_KEY, body, EXTENDED);
  expect(response.status, await response.text()).toBe(200);
  const { messages, ...others } = upstream.requests.at(-1)!.body as { messages: { content: unknown }[] };
  return { ...others, messages: messages.map((each) => ({ ...each, content: textOf(each.content) })) };
}

function textOf(content: unknown): unknown {
  return Array.isArray(content) ? content.map((part: { text: string }) => part.text).join('') : content;
}

it('COMPG-05 COMPG-10 COMPG-11 COMPO-02 COMPO-05 however a client writes a conversation, the engine is sent what /v1 sends it', async () => {
  await fc.assert(
    fc.asyncProperty(conversations, fc.gen(), async (conversation, g) => {
      const body = toOpenAiBody(conversation, (max) => g(fc.nat, { max }));
      expect(await sent(CHAT, body)).toEqual(await sent('/v1/chat/completions', toOwnBody(conversation)));
    }),
    { numRuns: EXAMPLES },
  );
});
