import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningService } from '#test-kit';
import { AZURE_KEY, AzureDouble } from '../../test-kit/engine-doubles/azure/azure-double.ts';
import {
  ACCESS_DENIED,
  DEPLOYMENT_NOT_FOUND,
  failing,
  FORBIDDEN,
  NOT_FOUND,
  PROMPT_FILTERED,
  QUOTA_SPENT,
  throttled,
  TOO_LONG,
  type AzureError,
} from '../../test-kit/engine-doubles/azure/azure-errors.ts';
import type { AzureReply } from '../../test-kit/engine-doubles/azure/azure-replies.ts';
import { TENANT } from '../../test-kit/engine-doubles/azure/tenant.ts';
import { API_FORMATS, askStreamed, askWhole, requireReply } from '../api-formats/api-formats.ts';
import type { ReceivedReply } from '../api-formats/conversation.ts';
import { serveAzure } from './azure-service.ts';

const FORMATS = Object.entries(API_FORMATS);
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let double: AzureDouble;
beforeAll(async () => {
  double = await AzureDouble.start(TENANT);
});
afterAll(() => double[Symbol.asyncDispose]());

/** Both ways in which a caller asks. */
async function both(
  service: RunningService,
  format: (typeof API_FORMATS)[string],
  body: Record<string, unknown>,
) {
  const whole = await askWhole(service, format, body);
  const streamed = requireReply(await askStreamed(service, format, body));
  for (const received of [whole, streamed]) expect(JSON.stringify(received)).not.toContain('VendorMarker');
  return [whole, streamed] as const;
}

const REPLIES: Readonly<Record<string, readonly [AzureReply, stop: string, text: string]>> = {
  'a text': [{ text: 'Hello you' }, 'end_turn', 'Hello you'],
  'a filtered answer (D-ENG-8)': [{ text: 'So far', filtered: true }, 'content_filter', 'So far'],
  'an answer filtered as a whole (D-ENG-8)': [{ text: '', filtered: true }, 'content_filter', ''],
  'an answer that was cut': [{ text: 'So far', finishReason: 'length' }, 'max_tokens', 'So far'],
};

describe.each(['v1', '2024-10-21'])('a resource of Azure with api_version %s', (version) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await serveAzure(double.baseUrl, { api_key: AZURE_KEY }, { api_version: version });
  });
  afterAll(() => service.stop());

  it.each(FORMATS)(
    'D-ENG-5 D-ENG-15 D-ENG-25 replies through %s, whole and streamed',
    async (_name, format) => {
      for (const [name, [reply, stop, text]] of Object.entries(REPLIES)) {
        const usage = {
          prompt_tokens: 40,
          completion_tokens: 21,
          total_tokens: 61,
          prompt_tokens_details: { cached_tokens: 30 },
          completion_tokens_details: { reasoning_tokens: 5 },
        };
        double.answer = () => ({ ...reply, usage });
        for (const received of await both(service, format, format.ask({ text: 'Hi', system: 'Be brief.' })))
          expect(received, name).toMatchObject({
            text,
            stop: format.statusOfOutcome(stop),
            inputTokens: 40,
            outputTokens: 21,
          });
      }
      const { path, query, headers, body } = double.seen.at(-1)!;
      const dated = version !== 'v1';
      expect([path, query]).toEqual(
        dated
          ? ['/openai/deployments/my-deployment/chat/completions', { 'api-version': version }]
          : ['/openai/v1/chat/completions', {}],
      );
      expect(headers).toMatchObject({ 'api-key': AZURE_KEY });
      expect(headers).not.toHaveProperty('authorization');
      expect(body).toMatchObject({ model: 'my-deployment' });
    },
  );

  it.each(FORMATS)('answers a loop of ten rounds with parallel calls through %s', async (_name, format) => {
    double.answer = ({ messages }) => {
      const round = messages.filter(({ role }) => role === 'assistant').length;
      if (round === 10) return { text: 'Done after ten.' };
      const calls = ['weather', 'clock'].map((name) => ({
        name,
        arguments: `{"city":"Ulm","round":${round}}`,
      }));
      return { text: `Round ${round}.`, calls };
    };
    const question = {
      text: 'Go',
      tools: ['weather', 'clock'],
      reasoning: true as const,
      ...(format.carries.images ? { image: PIXEL } : {}),
    };
    let body = format.ask(question);
    let received: ReceivedReply | undefined;
    for (let round = 0; round <= 10; round++) {
      // Alternately, so that a reply of each kind is continued by the other.
      received =
        round % 2 === 0
          ? requireReply(await askStreamed(service, format, body))
          : await askWhole(service, format, body);
      expect(JSON.stringify(received)).not.toContain('VendorMarker');
      expect(received.calls).toHaveLength(round < 10 ? 2 : 0);
      body = format.reply(body, received, { weather: `sun ${round}`, clock: `noon ${round}` });
    }
    expect(received).toMatchObject({ text: 'Done after ten.', stop: format.statusOfOutcome('end_turn') });
    const { messages } = double.seen.at(-1)!.body as { messages: { role: string }[] };
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(20);
    if (format.carries.reasoning)
      expect(double.seen.at(-1)!.body).toMatchObject({ reasoning_effort: 'high' });
  });

  it('D-ENG-21 D-ENG-35 shows an image of a result beside it, and ignores markers of a cache', async () => {
    double.answer = () => ({ text: 'A dot.' });
    const marker = { cache_control: { type: 'ephemeral' } };
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } };
    const response = await service.post('/compat/anthropic/v1/messages', MAIN_KEY, {
      model: 'Svc Standard',
      max_tokens: 100,
      system: [{ type: 'text', text: 'Be brief.', ...marker }],
      tools: [{ name: 'look', input_schema: { type: 'object' }, ...marker }],
      messages: [
        { role: 'user', content: 'What is there?' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [image], ...marker }],
        },
      ],
    });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('A dot.')]);
    const { body } = double.seen.at(-1)!;
    expect((body as { messages: object[] }).messages.slice(-2)).toMatchObject([
      { role: 'tool' },
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } }],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('cache_control');
  });

  it('D-ENG-24 embeds in the deployment for it', async () => {
    const response = await service.post('/v1/embeddings', MAIN_KEY, {
      model: 'Svc Embedding',
      input: ['a', 'b'],
    });
    const { path, body } = double.seen.at(-1)!;
    expect(path).toContain('embeddings');
    expect(body).toMatchObject({ model: 'my embeddings', input: ['a', 'b'] });
    expect(await response.text()).not.toContain('text-embedding');
  });
});

describe('what Azure refuses', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await serveAzure(double.baseUrl, { api_key: AZURE_KEY });
  });
  afterAll(() => service.stop());

  const OUTCOMES: readonly (readonly [
    string,
    AzureError,
    status: number,
    code: string,
    retryAfter: string | null,
  ])[] = [
    [
      'D-ENG-9 for a moment',
      throttled({ 'retry-after-ms': '16100', 'retry-after': '60' }),
      429,
      'model_busy',
      '17',
    ],
    ['D-ENG-9 for seconds', throttled({ 'retry-after': '9' }), 429, 'model_busy', '9'],
    ['D-ENG-9 because the quota is spent', QUOTA_SPENT, 429, 'model_busy', '60'],
    ['D-ENG-10 because of the key', ACCESS_DENIED, 500, 'server_misconfigured', null],
    ['D-ENG-10 because of the network', FORBIDDEN, 500, 'server_misconfigured', null],
    ['D-ENG-11 because there is no such deployment', DEPLOYMENT_NOT_FOUND, 500, 'server_misconfigured', null],
    ['D-ENG-11 because there is no such path', NOT_FOUND, 500, 'server_misconfigured', null],
    ['D-ENG-12 because it is too long', TOO_LONG, 400, 'context_length_exceeded', null],
    ['D-ENG-13 as overloaded', failing(503), 503, 'temporarily_unavailable', '5'],
    ['D-ENG-13 by an error', failing(500), 502, 'upstream_error', null],
  ];

  it.each(OUTCOMES)(
    '%s is told as the contract does, whole and streamed',
    async (_name, error, status, code, wait) => {
      double.answer = () => error;
      for (const stream of [false, true]) {
        // Other outcomes must not be those of a route that rests.
        const fresh = await serveAzure(double.baseUrl, { api_key: AZURE_KEY });
        const response = await fresh.post('/v1/chat/completions', MAIN_KEY, {
          messages: [{ role: 'user', content: 'Hi' }],
          stream,
        });
        const text = await response.text();
        expect([response.status, (JSON.parse(text) as { error: { code: string } }).error.code]).toEqual([
          status,
          code,
        ]);
        if (wait !== null) expect(response.headers.get('retry-after')).toBe(wait);
        expect(text + JSON.stringify([...response.headers])).not.toMatch(/VendorMarker|[Aa]zure/);
        await fresh.stop();
      }
    },
  );

  it.each(FORMATS)('D-ENG-7 a filtered prompt is an outcome through %s', async (_name, format) => {
    double.answer = () => PROMPT_FILTERED;
    for (const received of await both(service, format, format.ask({ text: 'forbidden' })))
      expect(received).toMatchObject({
        text: '',
        stop: format.statusOfOutcome('content_filter'),
        inputTokens: 0,
        outputTokens: 0,
      });
  });
});
