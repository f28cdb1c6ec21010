import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  jsonReply,
  openaiEngine,
  rawReply,
  sse,
  startScriptedUpstream,
  usageChunk,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { API_FORMATS, askStreamed, askWhole, requireReply } from './api-formats/api-formats.ts';
import { serveEngine } from './api-formats/serve-engine.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await serveEngine(openaiEngine(upstream.baseUrl));
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const USAGE = { prompt_tokens: 40, completion_tokens: 21 };

/** Two calls, of which the engine signs those with a signature. */
function callsOf(signatures: readonly (object | undefined)[]): object[] {
  return ['weather', 'clock'].map((name, index) => ({
    index,
    id: `up_${index}`,
    type: 'function',
    function: { name, arguments: '{}' },
    ...(signatures[index] ? { extra_content: { ...signatures[index], more: 1 } } : {}),
  }));
}

const SIGNED = [
  ['the first', [{ google: { thought_signature: 'c2ln+/==' } }, undefined]],
  ['the second', [undefined, { google: { thought_signature: 'two' } }]],
  [
    'both, of the other name',
    [{ vertex: { thought_signature: 'v1' } }, { vertex: { thought_signature: 'v2' } }],
  ],
  ['no', [undefined, undefined]],
] as const;
const cases = Object.entries(API_FORMATS).flatMap(([name, format]) =>
  SIGNED.flatMap(([which, signatures]) =>
    [true, false].map((isStream) => ({ name, format, which, signatures, isStream })),
  ),
);

it.each(cases)(
  "D-ENG-17 returns the signature of $which call to an engine of OpenAI's form through $name (streamed: $isStream)",
  async ({ format, signatures, isStream }) => {
    const calls = callsOf(signatures);
    const message = { role: 'assistant', content: null, tool_calls: calls };
    upstream.script(
      isStream
        ? rawReply([
            ...[chunk({ tool_calls: calls }), chunk({}, 'tool_calls'), usageChunk(USAGE)].map(sse),
            sse('[DONE]'),
          ])
        : jsonReply({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage: USAGE }),
    );
    const asked = format.ask({ text: 'q', tools: ['weather', 'clock'] });
    const received = isStream
      ? requireReply(await askStreamed(service, format, asked))
      : await askWhole(service, format, asked);
    expect(JSON.stringify(received)).not.toMatch(/thought_signature|extra_content/);
    upstream.script(
      jsonReply({
        choices: [{ index: 0, message: { content: 'Done.' }, finish_reason: 'stop' }],
        usage: USAGE,
      }),
    );
    await askWhole(service, format, format.reply(asked, received, { weather: 'sun', clock: 'noon' }));
    const { messages } = upstream.requests.at(-1)!.body as {
      messages: { tool_calls?: { extra_content?: object }[] }[];
    };
    const sent = messages.flatMap(({ tool_calls: sentCalls = [] }) => sentCalls);
    expect(sent.map(({ extra_content: extra }) => extra)).toEqual(signatures);
  },
);
