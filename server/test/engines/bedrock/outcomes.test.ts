import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, startBedrockDouble, type BedrockDouble, type RunningService } from '#test-kit';
import { API_FORMATS, askStreamed, askWhole } from '../../api-formats/api-formats.ts';
import { serveEngine } from '../../api-formats/serve-engine.ts';
import { bedrockEngine } from './bedrock-engine.ts';

const MESSAGES = [{ role: 'user', content: 'Hi' }];
/** Doors, and their statuses for those of ours that they have others for. */
const DOORS: Readonly<
  Record<string, readonly [path: string, body: object, statuses?: Record<number, number>]>
> = {
  chat: ['/v1/chat/completions', { messages: MESSAGES }],
  messages: ['/v1/messages', { messages: MESSAGES, max_tokens: 1000 }],
  openai: ['/compat/openai/v1/chat/completions', { messages: MESSAGES }, { 429: 503 }],
  responses: ['/compat/openai/v1/responses', { input: 'Hi' }, { 429: 503 }],
  anthropic: [
    '/compat/anthropic/v1/messages',
    { messages: MESSAGES, max_tokens: 1000 },
    { 429: 529, 502: 500, 503: 529 },
  ],
};

/** The operator's names for its models, and which API they are called by. */
const MODELS = {
  'by Converse': 'amazon.nova-pro-v1:0',
  'by InvokeModel': 'anthropic.claude-3-haiku-20240307-v1:0',
};

type Row = readonly [
  rule: string,
  engine: readonly [status: number, type: string, message?: string, headers?: Record<string, string>],
  status: number,
  retryAfter?: string | undefined,
];

const REFUSALS: readonly Row[] = [
  ['D-ENG-9', [429, 'ThrottlingException', 'Too many tokens, please wait before trying again.'], 429],
  ['D-ENG-9', [429, 'ThrottlingException', 'Rate', { 'retry-after': '6.2' }], 429, '7'],
  ['D-ENG-9', [400, 'ThrottlingException', 'Rate'], 429],
  ['D-ENG-9', [429, 'ModelNotReadyException', 'The model is not ready.'], 429],
  ['D-ENG-9', [400, 'ServiceQuotaExceededException', 'Your request exceeds the service quota.'], 429, '60'],
  ['D-ENG-10', [401, 'UnauthorizedException'], 500],
  ['D-ENG-10', [403, 'AccessDeniedException', 'You do not have access to the model.'], 500],
  ['D-ENG-10', [403, 'UnrecognizedClientException', 'The security token is invalid.'], 500],
  ['D-ENG-10', [403, 'InvalidSignatureException', 'The request signature does not match.'], 500],
  ['D-ENG-11', [404, 'ResourceNotFoundException', 'Could not resolve the foundation model'], 500],
  ['D-ENG-11', [400, 'ValidationException', 'The provided model identifier is invalid.'], 500],
  [
    'D-ENG-11',
    [400, 'ValidationException', 'Invocation of model ID x with on-demand throughput isn’t supported.'],
    500,
  ],
  ['D-ENG-12', [400, 'ValidationException', 'Input is too long for requested model.'], 400],
  ['D-ENG-12', [400, 'ValidationException', 'prompt is too long: 210000 tokens > 200000 maximum'], 400],
  ['D-ENG-13', [408, 'ModelTimeoutException', 'Model has timed out in processing the request.'], 504],
  ['D-ENG-13', [503, 'ServiceUnavailableException', 'Try your request again.'], 503],
  ['D-ENG-13', [424, 'ModelErrorException', 'The model failed.'], 502],
  ['D-ENG-13', [500, 'InternalServerException', 'An internal server error occurred.'], 502],
  ['D-19', [400, 'ValidationException', 'Malformed input request.'], 400],
];

/** Exceptions in place of the first output: as their status (D-ENG-14). */
const EXCEPTIONS: readonly (readonly [type: string, message: string, status: number])[] = [
  ['throttlingException', 'Too many tokens', 429],
  ['modelTimeoutException', 'timed out', 504],
  ['serviceUnavailableException', 'Try again', 503],
  ['internalServerException', 'Unexpected', 502],
  ['modelStreamErrorException', 'The model failed', 502],
  ['validationException', 'Input is too long for requested model.', 400],
  ['somethingNewException', 'New', 502],
];

/** What ends a reply, and what the caller is told. Null: the engine failed. */
const ENDINGS: readonly (readonly [ending: string, outcome: string | null])[] = [
  ['end_turn', 'end_turn'],
  ['stop_sequence', 'end_turn'],
  ['max_tokens', 'max_tokens'],
  ['model_context_window_exceeded', 'context_window'],
  ['content_filtered', 'content_filter'],
  ['guardrail_intervened', 'content_filter'],
  ['malformed_tool_use', null],
  ['malformed_model_output', null],
  ['something_new', null],
];

const VENDOR = /amazon|aws|bedrock|anthropic\.|nova|claude|exception|marker|127\.0\.0\.1|converse|guardrail/i;

describe.each(Object.entries(MODELS))('a model of Bedrock called %s', (way, model) => {
  let double: BedrockDouble;
  let service: RunningService;
  beforeAll(async () => {
    double = await startBedrockDouble();
    const engine = bedrockEngine(double, { anthropic_api: way === 'by Converse' ? 'auto' : 'invoke' });
    service = await serveEngine(engine, { routes: [{ engine: 'main', model }] });
  });
  afterAll(async () => {
    await service.stop();
    await double.close();
  });

  const ask = async (door: string, stream: boolean) => {
    const [path, body] = DOORS[door]!;
    const response = await service.post(path, MAIN_KEY, { model: 'Svc Standard', ...body, stream });
    const text = await response.text();
    expect(text).not.toMatch(VENDOR);
    expect([...response.headers].join('\n')).not.toMatch(/amzn|VendorMarker/i);
    return { status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined, text };
  };
  const statusAt = (door: string, status: number): number => DOORS[door]![2]?.[status] ?? status;

  it.each(REFUSALS.map((row) => [row[0], row[1], row] as const))(
    '%s D-ENG-25 tells a caller of %j at every door, whole and streamed',
    async (rule, _said, [, engine, status, retryAfter]) => {
      const [engineStatus, type, message = 'VendorMarker', headers = {}] = engine;
      double.reply(() => ({ status: engineStatus, type, message, headers }));
      for (const door of Object.keys(DOORS))
        for (const stream of [false, true]) {
          const response = await ask(door, stream);
          expect(response.status, `${door} ${stream}: ${response.text}`).toBe(statusAt(door, status));
          if (retryAfter !== undefined) expect(response.retryAfter).toBe(retryAfter);
          if (rule === 'D-ENG-12' && door === 'chat')
            expect(JSON.parse(response.text)).toMatchObject({ error: { code: 'context_length_exceeded' } });
        }
    },
  );

  it.each(EXCEPTIONS)('D-ENG-14 ends a stream for the frame %s', async (type, message, status) => {
    for (const door of Object.keys(DOORS)) {
      double.reply(() => ({ status: 200, type, message, inStream: 'before' }));
      expect((await ask(door, true)).status, door).toBe(statusAt(door, status));
    }
    for (const [name, format] of Object.entries(API_FORMATS)) {
      double.reply(() => ({ status: 200, type, message, inStream: 'after' }));
      expect(await askStreamed(service, format, format.ask({ text: 'Hi' })), name).toBe('broken');
    }
  });

  it.each(ENDINGS)('D-ENG-8 D-ENG-12 D-ENG-14 takes the ending %s as %s', async (stopReason, outcome) => {
    double.reply(() => ({ text: 'So far.', stopReason }));
    for (const [name, format] of Object.entries(API_FORMATS)) {
      const asked = format.ask({ text: 'Hi' });
      const streamed = await askStreamed(service, format, asked);
      if (outcome === null) {
        expect(streamed, name).toBe('broken');
        const whole = await service.post(format.path, MAIN_KEY, { ...asked, stream: false }, format.headers);
        expect([500, 502], name).toContain(whole.status);
        continue;
      }
      const stop = format.statusOfOutcome(outcome);
      expect([streamed, await askWhole(service, format, asked)], name).toMatchObject([
        { text: 'So far.', stop },
        { text: 'So far.', stop },
      ]);
    }
  });

  it('D-ENG-15 D-ENG-16 counts the same whole and streamed, cached parts once', async () => {
    const usage = { inputTokens: 7, outputTokens: 9, cacheReadInputTokens: 30, cacheWriteInputTokens: 4 };
    double.reply(() => ({ text: 'Counted well.', usage }));
    for (const stream of [false, true]) expect((await ask('chat', stream)).status).toBe(200);
    const rows = await service.drainAndRead((db) =>
      db
        .selectFrom('request_records')
        .select(['input_tokens', 'cached_input_tokens', 'cache_write_tokens', 'output_tokens'])
        .where('output_tokens', '=', 9)
        .execute(),
    );
    expect(rows.map((row) => ({ ...row }))).toEqual(
      Array.from({ length: 2 }, () => ({
        input_tokens: 41,
        cached_input_tokens: 30,
        cache_write_tokens: 4,
        output_tokens: 9,
      })),
    );
  });
});
