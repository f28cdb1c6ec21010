import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  errorReply,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  readMessageStream,
  sse,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RecordedRequest,
  type Reply,
  type RunningService,
} from '#test-kit';
import { strictSchema } from '../test-kit/description/strict-schema.ts';
import { writeTinyGguf } from '../test-kit/tiny-gguf.ts';
import { askRefused, askStream, askWhole, body, MESSAGES } from './messages/ask.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const formatOf = (more: object = {}) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'place', schema, ...more } },
});
const BEST_EFFORT = formatOf();
const STRICT = formatOf({ strict: true });
const OBJECT = { response_format: { type: 'json_object' } };
const OSLO = '{"city":"Oslo"}';
const VIOLATION = { status: 422, code: 'output_schema_violation', param: null };

const upstream = await startScriptedUpstream();
afterAll(() => upstream.close());

/** One reply after the other; the last one repeats. */
function script(...replies: readonly Reply[]): void {
  const first = upstream.requests.length;
  upstream.script(({ number }: RecordedRequest) => replies[Math.min(number - first, replies.length - 1)]!);
}

const asked = (): readonly Readonly<Record<string, unknown>>[] =>
  upstream.requests.map((request) => request.body);
const textsOf = (message: { content: readonly object[] } | undefined) =>
  message?.content.map((block) => ('text' in block ? block.text : block));

function withEngine(engine: unknown): Promise<RunningService> {
  const limits = { chat_requests_per_minute: 1_000_000, keep_alive_s: 1 };
  const capabilities = { tools: true, json_object: true, json_schema: true };
  const deployment = oneModel(engine, { limits }) as { models: object[] };
  const models = deployment.models.map((model) => ({ ...model, capabilities }));
  return startRunningService({ deployment: { ...deployment, models }, provisioning: oneOrganization() });
}

/** The number of engine requests before the test. */
let served = 0;
beforeEach(() => void (served = upstream.requests.length));

let service: RunningService;
/** One service for a group of tests; the last test may stop it and read its records. */
function open(engine: unknown): void {
  beforeAll(async () => void (service = await withEngine(engine)));
  afterAll(() => service.stop());
}

describe('an engine that supports forms', () => {
  open(openaiEngine(upstream.baseUrl));

  it('D-38 gets the form, and its pieces reach the caller as they arrive', async () => {
    script(textReply(['{"city"', ':"Os', 'lo"}']));
    const { message, events } = await askStream(service, STRICT);
    expect(textsOf(message)).toEqual([OSLO]);
    expect(events.filter(({ type }) => type === 'block_delta')).toHaveLength(3);
    expect(asked()[served]).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'place', schema, strict: true } },
    });
    expect(JSON.stringify(asked()[served]!['messages'])).not.toContain('JSON');
    expect(textsOf(await askWhole(service, OBJECT))).toEqual([OSLO]);
    // Servers require that the prompt mentions JSON too.
    expect(asked()[served + 1]).toMatchObject({
      response_format: { type: 'json_object' },
      messages: [{ role: 'system', content: expect.stringContaining('one JSON object') as unknown }, {}],
    });
  });

  it('D-38 that violates a strict form in a stream ends it with an error event, after what was sent', async () => {
    script(textReply('{"city":5}'));
    const { error, events, message } = await askStream(service, STRICT);
    expect([error?.error.code, message]).toEqual(['output_schema_violation', undefined]);
    expect(events.some(({ type }) => type === 'block_delta')).toBe(true);
    expect(textsOf((await askStream(service, BEST_EFFORT)).message)).toEqual(['{"city":5}']);
    expect(upstream.requests.length - served).toBe(2);
  });

  it('D-38 is asked again when the caller waits for the whole response', async () => {
    script(textReply('{"city":5}'), textReply(OSLO));
    const reply = await askWhole(service, STRICT);
    expect(textsOf(reply)).toEqual([OSLO]);
    expect(reply.usage).toMatchObject({ input_tokens: 20, output_tokens: 2 });
  });
});

describe('an engine that does not support forms', () => {
  open(openaiEngine(upstream.baseUrl, { response_formats: [] }));

  it('D-38 gets the form in the prompt, and text around its JSON is dropped', async () => {
    script(textReply('Sure!\n```json\n{"city":"Oslo"}\n```'));
    for (const form of [STRICT, BEST_EFFORT, OBJECT])
      expect(textsOf(await askWhole(service, form))).toEqual([
        expect.stringMatching(/^\{"city":"Oslo"\}\s*$/),
      ]);
    expect(asked()[served]).not.toHaveProperty('response_format');
    expect(JSON.stringify(asked()[served]!['messages'])).toContain('\\"city\\"');
    expect(upstream.requests.length - served).toBe(3);
  });

  it('D-38 is told once what was wrong, and its second reply replaces the first', async () => {
    for (const stream of [false, true]) {
      const before = upstream.requests.length;
      script(textReply('{"town":"Oslo"}'), textReply(OSLO));
      const reply = stream ? (await askStream(service, STRICT)).message! : await askWhole(service, STRICT);
      expect(textsOf(reply)).toEqual([OSLO]);
      expect(reply).toMatchObject({ stop_reason: 'end_turn', usage: { input_tokens: 20, output_tokens: 2 } });
      const messages = asked()[before + 1]!['messages'] as { role: string; content: string }[];
      expect(messages.slice(-2)).toEqual([
        { role: 'assistant', content: '{"town":"Oslo"}' },
        { role: 'user', content: expect.stringMatching(/must have required property 'city'/) as unknown },
      ]);
    }
  });

  it('D-38 that fails twice is billed for both: strict is refused, else the reply is sent as it is', async () => {
    script(textReply('Oslo it is'));
    expect(await askRefused(service, STRICT)).toEqual(VIOLATION);
    const { error, events } = await askStream(service, STRICT);
    expect(error?.error.code).toBe('output_schema_violation');
    expect(events.map(({ type }) => type)).not.toContain('block_start');
    expect(textsOf(await askWhole(service, BEST_EFFORT))).toEqual(['Oslo it is']);
    expect(textsOf(await askWhole(service, OBJECT))).toEqual(['Oslo it is']);
  });

  it('D-38 that cannot be asked again: strict is refused, else the reply is sent as it was', async () => {
    script(textReply('Oslo it is'), errorReply(500));
    expect(await askRefused(service, STRICT)).toEqual(VIOLATION);
    script(textReply('Oslo it is'), errorReply(500));
    expect(await askWhole(service, BEST_EFFORT)).toMatchObject({
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 3 },
    });
  });

  it('D-38 whose reply was cut short is not asked again, and no partial strict reply is sent', async () => {
    script(textReply('{"city":', { finishReason: 'length' }));
    expect(await askRefused(service, STRICT)).toEqual(VIOLATION);
    expect(await askWhole(service, BEST_EFFORT)).toMatchObject({
      stop_reason: 'max_tokens',
      content: [{ text: '{"city":' }],
    });
    expect(upstream.requests.length - served).toBe(2);
  });

  it('D-38 that calls a function of the caller is not checked', async () => {
    script(toolCalls([{ name: 'look', arguments: '{}' }]));
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];
    for (const reply of [
      await askWhole(service, { ...STRICT, tools }),
      (await askStream(service, { ...STRICT, tools })).message,
    ])
      expect(reply).toMatchObject({
        stop_reason: 'tool_call',
        content: [{ type: 'tool_call', name: 'look' }],
      });
    expect(JSON.stringify(asked()[served]!['messages'])).toContain('Unless you call a tool');
  });

  it('D-38 D-49 keeps the stream alive while its output is held', async () => {
    const release = Promise.withResolvers<void>();
    upstream.script(
      rawReply([
        sse(chunk({ content: '{"city":' })),
        { until: release.promise },
        sse(chunk({ content: '"Oslo"}' })),
        sse(chunk({}, 'stop')),
        'data: [DONE]\n\n',
      ]),
    );
    const response = await service.post(MESSAGES, MAIN_KEY, body({ ...STRICT, stream: true }));
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.includes('event: ping')) release.resolve();
    }
    expect(text.slice(0, text.indexOf('event: ping'))).not.toContain('city');
    expect(textsOf(readMessageStream(text).message)).toEqual([OSLO]);
  });
});

describe('the cost of structured output', () => {
  open(openaiEngine(upstream.baseUrl, { response_formats: ['json_object'] }));

  it('D-38 includes everything that was generated, even when it is refused', async () => {
    script(textReply('{"town":"Oslo"}'), textReply(OSLO));
    await askWhole(service, STRICT);
    script(textReply('Oslo it is'));
    await askRefused(service, STRICT);
    await askStream(service, STRICT);
    script(textReply('Oslo it is'), errorReply(500));
    await askWhole(service, BEST_EFFORT);
    script(textReply('"Oslo"'));
    await askStream(service, OBJECT);
    const records = await service.stopAndReadUsage();
    expect(records.map((record) => [record.outcome, record.input_tokens, record.output_tokens])).toEqual([
      ['completed', 20, 2],
      ['failed', 20, 6],
      ['failed', 20, 6],
      ['completed', 10, 3],
      ['completed', 10, 1],
    ]);
    expect(records.map(({ estimated }) => estimated)).toEqual([false, false, false, false, false]);
  });
});

describe('an unusable schema', () => {
  open(openaiEngine(upstream.baseUrl));

  it.each([
    ['is none', { type: 'text' }],
    ['refers to another place', { $ref: 'https://schemas.test/place.json' }],
    ['refers to what it has not', { $ref: '#/$defs/none' }],
    ['has a pattern that is none', { pattern: '(' }],
    ['names __proto__', { properties: JSON.parse('{"__proto__":{"type":"string"}}') as object }],
  ])('D-38 is refused before any engine hears of it, as one that %s', async (_, bad) => {
    const refusal = { status: 400, code: 'invalid_request', param: 'response_format.json_schema.schema' };
    expect(await askRefused(service, formatOf({ schema: bad }))).toEqual(refusal);
    // Fields are checked before the model (D-01).
    expect(await askRefused(service, { ...formatOf({ schema: bad }), model: 'none' })).toEqual(refusal);
    expect(upstream.requests.length).toBe(served);
  });
});

describe('the sandbox', () => {
  open({ type: 'sandbox' });

  it('D-38 answers in the form, or violates it once or always as directed', async () => {
    const say = (content: string) => ({ messages: [{ role: 'user', content }] });
    for (const form of [STRICT, BEST_EFFORT])
      expect(textsOf((await askStream(service, form)).message)).toEqual(['{"city":"sandbox city"}']);
    expect(textsOf(await askWhole(service, OBJECT))).toEqual(['{"sandbox":"json_object"}']);
    expect(textsOf(await askWhole(service, { ...STRICT, ...say('[[sandbox: bad-format=once]]') }))).toEqual([
      '{"city":"sandbox city"}',
    ]);
    expect(await askRefused(service, { ...STRICT, ...say('[[sandbox: bad-format=always]]') })).toEqual(
      VIOLATION,
    );
    expect(
      (await askStream(service, { ...STRICT, ...say('[[sandbox: bad-format=once]]') })).error?.error.code,
    ).toBe('output_schema_violation');
    expect(await askRefused(service, { ...STRICT, max_tokens: 2 })).toEqual(VIOLATION);
  });
});

describe('any schema that follows the strict rules', () => {
  open({ type: 'sandbox' });

  it('D-38 is accepted, followed, and validated', async () => {
    const property = fc.asyncProperty(strictSchema, async (any) => {
      const { content } = await askWhole(service, formatOf({ strict: true, schema: any }));
      const validate = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true }).compile(
        any,
      );
      const [block] = content;
      expect(validate(block?.type === 'text' ? JSON.parse(block.text) : undefined)).toBe(true);
    });
    await fc.assert(property, { numRuns: 40 });
  });
});

const llamaInstalled = await import('node-llama-cpp').then(
  () => true,
  () => false,
);

describe.skipIf(!llamaInstalled)('a model file in the process', () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-structured-'));
  const path = process.env['TEST_GGUF_PATH'] || join(directory, 'tiny.gguf');
  if (!process.env['TEST_GGUF_PATH']) writeTinyGguf(path);
  afterAll(() => rmSync(directory, { recursive: true }));
  open({ type: 'llama', model_path: path, context_size: 512 });

  it('D-38 follows the form by a grammar, streamed and whole', async () => {
    const color = {
      type: 'object',
      properties: { color: { enum: ['red', 'blue'] } },
      required: ['color'],
      additionalProperties: false,
    };
    const colored = { ...formatOf({ strict: true, schema: color }), max_tokens: 100 };
    for (const reply of [await askWhole(service, colored), (await askStream(service, colored)).message])
      expect(textsOf(reply)).toEqual([expect.stringMatching(/^\{\s*"color"\s*:\s*"(red|blue)"\s*\}$/)]);
  });
});
