import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  jsonReply,
  openaiEngine,
  rawReply,
  startScriptedUpstream,
  type RecordedRequest,
  type RunningService,
  type ScriptedUpstream,
  encryptedReasoning,
  responsesEvents,
  responsesSse,
  responsesWhole,
  type ResponsesSaid,
} from '#test-kit';
import { API_FORMATS, askStreamed, askWhole, requireReply } from '../api-formats/api-formats.ts';
import { serveEngine } from '../api-formats/serve-engine.ts';

const USAGE = {
  input_tokens: 40,
  output_tokens: 21,
  input_tokens_details: { cached_tokens: 30 },
  output_tokens_details: { reasoning_tokens: 5 },
};
const SAID: ResponsesSaid = {
  reasoning: 'I look it up.',
  text: 'One moment.',
  calls: [
    { name: 'weather', input: { city: 'Oslo' } },
    { name: 'clock', input: {} },
  ],
};

let upstream: ScriptedUpstream;
let service: RunningService;
let client: OpenAI;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await serveEngine({
    ...(openaiEngine(upstream.baseUrl) as object),
    dialect: 'openai-reasoning',
    api_key: 'k',
  });
  client = new OpenAI({ apiKey: 'k', baseURL: upstream.baseUrl, maxRetries: 0 });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const streamOf = (said: ResponsesSaid) => rawReply(responsesEvents(said, USAGE).map(responsesSse));
const lastRequest = (): RecordedRequest => upstream.requests.at(-1)!;

describe("the vendor's client and the double", () => {
  it('reads the same from a stream as from a whole response', async () => {
    const asked = { model: 'm', input: 'q' };
    upstream.script(jsonReply(responsesWhole(SAID, USAGE)));
    const whole = await client.responses.create(asked);
    upstream.script(streamOf(SAID));
    const streamed = await client.responses.stream(asked).finalResponse();
    for (const response of [whole, streamed]) {
      expect(response.output_text).toBe(SAID.text);
      expect(response.output.map(({ type }) => type)).toEqual([
        'reasoning',
        'message',
        'function_call',
        'function_call',
      ]);
      expect(response.usage).toMatchObject(USAGE);
    }
    expect(streamed.output).toMatchObject(whole.output);
  });
});

describe('a tool loop on an engine of Responses', () => {
  it('sends what the client of the vendor sends for the same conversation', async () => {
    const format = API_FORMATS['messages']!;
    const asked = format.ask({
      text: 'Weather?',
      system: 'Be brief.',
      tools: ['weather', 'clock'],
      reasoning: true,
    });
    upstream.script(streamOf(SAID));
    const first = requireReply(await askStreamed(service, format, asked));
    upstream.script(jsonReply(responsesWhole({ text: 'Sun.' }, USAGE)));
    await askWhole(service, format, format.reply(asked, first, { weather: 'sun', clock: 'noon' }));
    const ours = lastRequest();
    const [weather, clock] = first.calls as unknown as [{ id: string }, { id: string }];
    const toolOf = (name: string) =>
      (ours.body as { tools: { name: string }[] }).tools.find((tool) => tool.name === name) as never;
    await client.responses.create({
      model: 'upstream-standard',
      input: [
        (ours.body['input'] as [{ role: 'developer'; content: string }])[0],
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Weather?' },
        {
          id: 'rs_1',
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: SAID.reasoning! }],
          encrypted_content: encryptedReasoning(SAID.reasoning!),
        },
        { role: 'assistant', content: 'One moment.' },
        { type: 'function_call', call_id: weather.id, name: 'weather', arguments: '{"city":"Oslo"}' },
        { type: 'function_call', call_id: clock.id, name: 'clock', arguments: '{}' },
        { type: 'function_call_output', call_id: weather.id, output: 'sun' },
        { type: 'function_call_output', call_id: clock.id, output: 'noon' },
      ],
      tools: [toolOf('weather'), toolOf('clock')],
      tool_choice: 'auto',
      store: false,
      include: ['reasoning.encrypted_content'],
      stream: false,
    });
    const theirs = lastRequest();
    expect(ours.path).toBe(theirs.path);
    expect(ours.headers['authorization']).toBe(theirs.headers['authorization']);
    const {
      max_output_tokens: most,
      prompt_cache_key: key,
      reasoning,
      ...rest
    } = ours.body as Record<string, unknown>;
    expect(rest).toEqual(JSON.parse(theirs.text));
    expect([typeof most, typeof key, reasoning]).toEqual([
      'number',
      'string',
      { effort: expect.any(String), summary: 'auto' },
    ]);
  });
});

describe.each(Object.entries(API_FORMATS))('D-ENG-37 through %s', (_name, format) => {
  it.each([
    ['max_tokens', { text: 'Hello', incomplete: 'max_output_tokens' }],
    ['content_filter', { text: 'Hello', incomplete: 'content_filter' }],
    ['refusal', { refusal: 'I will not.' }],
  ] as const)('ends as %s, streamed and whole', async (outcome, said) => {
    upstream.script(streamOf(said));
    const streamed = requireReply(await askStreamed(service, format, format.ask({ text: 'q' })));
    upstream.script(jsonReply(responsesWhole(said, USAGE)));
    const whole = await askWhole(service, format, format.ask({ text: 'q' }));
    expect([streamed.stop, whole.stop]).toEqual([outcome, outcome].map((one) => format.statusOfOutcome(one)));
    expect([streamed.inputTokens, whole.outputTokens]).toEqual([40, 21]);
    expect(JSON.stringify([streamed, whole])).not.toMatch(/vendor-model|resp_1|rs_1|msg_1/);
  });
});
