import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  jsonReply,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startCompat } from './openai-fixture.ts';
import { readOpenAiStream } from './read-openai-stream.ts';
import { askResponses, finalResponse, readResponseEvents, type ResponseBody } from './responses-fixture.ts';

const WORDS = ['I cannot ', 'help with that.'];
const REFUSAL = WORDS.join('');
const USAGE = { prompt_tokens: 9, completion_tokens: 6 };
const PART = { type: 'refusal', refusal: REFUSAL };

describe('words of a refusal that an engine sets apart', () => {
  let upstream: ScriptedUpstream;
  let service: RunningService;

  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    service = await startCompat(upstream.baseUrl);
  });
  afterAll(async () => {
    await service?.stop();
    await upstream?.close();
  });

  const chat = (stream: boolean): Promise<Response> =>
    service.post('/compat/openai/v1/chat/completions', MAIN_KEY, {
      model: 'Svc Standard',
      messages: [{ role: 'user', content: 'Hi' }],
      stream,
    });

  describe.each([
    [
      'whole',
      jsonReply({
        choices: [{ message: { content: null, refusal: REFUSAL }, finish_reason: 'stop' }],
        usage: USAGE,
      }),
    ],
    [
      'in pieces',
      rawReply([
        ...WORDS.map((refusal) => sse(chunk({ refusal }))),
        sse(chunk({}, 'stop')),
        sse({ choices: [], usage: USAGE }),
        sse('[DONE]'),
      ]),
    ],
  ])('%s', (_, reply) => {
    beforeEach(() => upstream.script(reply));

    it('are the refusal of a chat completion', async () => {
      const body = (await (await chat(false)).json()) as {
        choices: [{ message: object; finish_reason: string }];
      };
      expect(body.choices[0].message).toMatchObject({ role: 'assistant', content: null, refusal: REFUSAL });
    });

    it('are the refusal of a streamed chat completion', async () => {
      const stream = readOpenAiStream(await (await chat(true)).text());
      expect(stream).toMatchObject({ content: '', refusal: REFUSAL, done: true });
    });

    it('are a part of a response', async () => {
      const body = (await (await askResponses(service)).json()) as ResponseBody;
      expect(body.output).toMatchObject([{ type: 'message', role: 'assistant', content: [PART] }]);
    });

    it('are a part of a streamed response, with events of its own', async () => {
      const events = readResponseEvents(await (await askResponses(service, { stream: true })).text());
      const deltas = events.filter(({ type }) => type === 'response.refusal.delta');
      expect(deltas.map(({ delta }) => delta).join('')).toBe(REFUSAL);
      expect(events.find(({ type }) => type === 'response.refusal.done')).toMatchObject({ refusal: REFUSAL });
      expect(events.filter(({ type }) => type.startsWith('response.output_text'))).toEqual([]);
      expect(finalResponse(events).output).toMatchObject([{ type: 'message', content: [PART] }]);
    });
  });

  it('follow text as an item of their own', async () => {
    upstream.script(
      rawReply([
        sse(chunk({ content: 'Well. ' })),
        ...WORDS.map((refusal) => sse(chunk({ refusal }))),
        sse(chunk({}, 'stop')),
        sse({ choices: [], usage: USAGE }),
        sse('[DONE]'),
      ]),
    );
    const events = readResponseEvents(await (await askResponses(service, { stream: true })).text());
    expect(finalResponse(events).output).toMatchObject([
      { type: 'message', content: [{ type: 'output_text', text: 'Well. ' }] },
      { type: 'message', content: [PART] },
    ]);
    const added = events.filter(({ type }) => type === 'response.output_item.added');
    expect(added.map((event) => event.output_index)).toEqual([0, 1]);
  });
});
