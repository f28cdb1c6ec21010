import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  jsonReply,
  MAIN_KEY,
  messageReply,
  openaiEngine,
  rawReply,
  startScriptedUpstream,
  textReply,
  type PlannedReply,
  type Reply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { serveEngine } from '../api-formats/serve-engine.ts';

/** A door, and how it says that a prompt is too long. */
interface Door {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly tooLong: object;
  /** How this door says that the operator has to put something right. */
  readonly misconfigured: number;
  readonly overloaded: number;
  /** Where the output limit stands. */
  readonly limit: string;
  /** Callers' limits are lowered rather than refused. */
  readonly lowers: boolean;
}

const MESSAGES = [{ role: 'user', content: 'Hi' }];
const OURS = { code: 'context_length_exceeded' };

const DOORS: Readonly<Record<string, Door>> = {
  chat: {
    path: '/v1/chat/completions',
    body: { messages: MESSAGES },
    tooLong: OURS,
    misconfigured: 500,
    overloaded: 503,
    limit: 'max_tokens',
    lowers: false,
  },
  messages: {
    path: '/v1/messages',
    body: { messages: MESSAGES, max_tokens: 1000 },
    tooLong: { ...OURS, param: 'messages' },
    misconfigured: 500,
    overloaded: 503,
    limit: 'max_tokens',
    lowers: false,
  },
  openai: {
    path: '/compat/openai/v1/chat/completions',
    body: { messages: MESSAGES },
    tooLong: { ...OURS, type: 'invalid_request_error', param: 'messages' },
    misconfigured: 500,
    overloaded: 503,
    limit: 'max_tokens',
    lowers: true,
  },
  responses: {
    path: '/compat/openai/v1/responses',
    body: { input: 'Hi' },
    tooLong: { ...OURS, type: 'invalid_request_error', param: 'input' },
    misconfigured: 500,
    overloaded: 503,
    limit: 'max_output_tokens',
    lowers: true,
  },
  anthropic: {
    path: '/compat/anthropic/v1/messages',
    body: { messages: MESSAGES, max_tokens: 1000 },
    tooLong: {
      type: 'invalid_request_error',
      message: 'prompt is too long: 213462 tokens > 200000 maximum',
    },
    misconfigured: 500,
    overloaded: 529,
    limit: 'max_tokens',
    lowers: true,
  },
};

/** How one kind of engine says things. */
interface Kind {
  readonly engine: (baseUrl: string) => unknown;
  readonly error: (message: string, code?: string) => object;
  readonly hello: Reply;
}

const KINDS: Readonly<Record<string, Kind>> = {
  openai: {
    engine: (baseUrl) =>
      openaiEngine(baseUrl, { timeouts: { first_output_s: 20, silence_s: 20, total_s: 60 } }),
    error: (message, code) => ({
      error: { message: `VendorMarker: ${message}`, type: 'invalid_request_error', code: code ?? null },
    }),
    hello: textReply('Hello'),
  },
  anthropic: {
    engine: (baseUrl) => ({ type: 'anthropic', base_url: baseUrl }),
    error: (message, type = 'invalid_request_error') => ({
      type: 'error',
      error: { type, message: `VendorMarker: ${message}` },
    }),
    hello: messageReply([{ type: 'text', text: 'Hello' }]),
  },
};

const TOO_LONG = 'prompt is too long: 213462 tokens > 200000 maximum';

/** Ways in which an error arrives. */
const WAYS: Readonly<Record<string, (error: object) => PlannedReply>> = {
  'as 400': (error) => jsonReply(error, { status: 400 }),
  'as 413': (error) => jsonReply(error, { status: 413 }),
  'as 422': (error) => jsonReply(error, { status: 422 }),
  'as 500': (error) => jsonReply(error, { status: 500 }),
  'as 200': (error) => jsonReply(error),
  'as an event': (error) => rawReply([`event: error\ndata: ${JSON.stringify(error)}\n\n`]),
  'inside another error': (error) =>
    jsonReply(
      { error: { message: 'Provider returned error', code: 400, metadata: { raw: JSON.stringify(error) } } },
      { status: 400 },
    ),
};

describe.each(Object.entries(KINDS))('an engine of the kind %s', (_kind, kind) => {
  let upstream: ScriptedUpstream;
  let service: RunningService;
  beforeAll(async () => {
    upstream = await startScriptedUpstream(() => kind.hello);
    service = await serveEngine(kind.engine(upstream.baseUrl), {
      context_window: 400_000,
      max_output_tokens: 100_000,
    });
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });

  const ask = async (door: Door, more: Readonly<Record<string, unknown>> = {}) => {
    const response = await service.post(door.path, MAIN_KEY, {
      model: 'Svc Standard',
      ...door.body,
      stream: false,
      ...more,
    });
    const text = await response.text();
    expect(text).not.toMatch(/VendorMarker|Provider returned/);
    return { status: response.status, headers: response.headers, text };
  };
  const errorOf = (text: string): unknown => (JSON.parse(text) as { error: unknown }).error;
  const always = (reply: PlannedReply): void => upstream.script(() => reply);

  it.each(Object.entries(DOORS))(
    'D-ENG-12 COMPE-06 a prompt that is too long for it is told by %s as the contract does, however it says so',
    async (_name, door) => {
      for (const [way, reply] of Object.entries(WAYS))
        for (const stream of [false, true]) {
          always(reply(kind.error(TOO_LONG)));
          const { status, text } = await ask(door, { stream });
          expect(status, `${way} ${stream}`).toBe(400);
          expect(errorOf(text), `${way} ${stream}`).toMatchObject(door.tooLong);
        }
    },
  );

  it.each(Object.entries(DOORS))(
    'COMPE-06 %s has numbers for a prompt that the engine did not count',
    async (name, door) => {
      always(jsonReply(kind.error('Input is too long for requested model.'), { status: 400 }));
      const { status, text } = await ask(door);
      expect(status).toBe(400);
      if (name === 'anthropic')
        expect(errorOf(text)).toMatchObject({
          message: 'prompt is too long: 400001 tokens > 400000 maximum',
        });
      else expect(errorOf(text)).toMatchObject(OURS);
    },
  );

  it.each(Object.entries(DOORS))(
    'COMPG-08 %s asks again with less where only the reply does not fit',
    async (_name, door) => {
      const refused = jsonReply(
        kind.error(
          'input length and `max_tokens` exceed context limit: 199000 + 5000 > 200000, decrease input length or `max_tokens` and try again',
        ),
        { status: 400 },
      );
      upstream.script(({ body }) => (limitOf(body) > 1000 ? refused : kind.hello));
      const before = upstream.requests.length;
      const { status, text } = await ask(door, { [door.limit]: 5000 });
      if (door.lowers)
        expect([status, upstream.requests.slice(before).map(({ body }) => limitOf(body))]).toEqual([
          200,
          [5000, 1000],
        ]);
      // Who set a limit is told that it does not fit (CHAT-79).
      else expect([status, errorOf(text)]).toMatchObject([400, OURS]);
    },
  );

  it('asks again with less where the caller set no limit', async () => {
    const refused = jsonReply(
      kind.error('input length and `max_tokens` exceed context limit: 199000 + 100000 > 200000'),
      { status: 400 },
    );
    upstream.script(({ body }) => (limitOf(body) > 1000 ? refused : kind.hello));
    expect((await ask(DOORS['chat']!)).status).toBe(200);
  });

  it('asks once where less is refused as well', async () => {
    always(
      jsonReply(kind.error('input length and `max_tokens` exceed context limit: 199999 + 5000 > 200000'), {
        status: 400,
      }),
    );
    const before = upstream.requests.length;
    expect((await ask(DOORS['openai']!, { max_tokens: 5000 })).status).toBe(400);
    expect(upstream.requests.length - before).toBe(2);
  });

  it.each(Object.entries(DOORS))(
    '%s tells a client not to repeat what only the operator can put right',
    async (_name, door) => {
      const refusals: readonly (readonly [number, object])[] = [
        [401, kind.error('no')],
        [402, kind.error('Insufficient Balance')],
        [403, kind.error('no')],
        [404, kind.error('no')],
        [400, kind.error('Your credit balance is too low to access the Anthropic API.')],
        [400, kind.error('API key not valid. Please pass a valid API key.')],
      ];
      for (const [status, error] of refusals) {
        always(jsonReply(error, { status }));
        const response = await ask(door);
        expect([response.status, response.headers.get('x-should-retry')], String(status)).toEqual([
          door.misconfigured,
          'false',
        ]);
      }
    },
  );

  it.each(Object.entries(DOORS))('D-17 %s passes the hint of a full engine on', async (_name, door) => {
    for (const [status, headers, seconds] of [
      [503, { 'retry-after': '17' }, '17'],
      [529, { 'retry-after-ms': '16100' }, '17'],
      [503, { 'retry-after': '3600' }, '60'],
    ] as const) {
      always(jsonReply(kind.error('Overloaded', 'overloaded_error'), { status, headers }));
      const response = await ask(door);
      expect([response.status, response.headers.get('retry-after')], String(status)).toEqual([
        door.overloaded,
        seconds,
      ]);
      expect(response.headers.get('x-should-retry')).toBeNull();
    }
  });

  it.each(Object.entries(DOORS))(
    '%s says of images that there are too many, or that they are too large',
    async (_name, door) => {
      for (const message of [
        'messages.4.content.1.image.source.base64: image exceeds 5 MB maximum: 6096280 bytes > 5242880 bytes',
        'At most 1 image(s) may be provided in one request.',
      ]) {
        always(jsonReply(kind.error(message), { status: 400 }));
        const { status, text } = await ask(door);
        expect([status, text]).toEqual([400, expect.stringContaining('image exceeds the maximum')]);
      }
    },
  );
});

function limitOf(body: Readonly<Record<string, unknown>>): number {
  return Number(body['max_tokens'] ?? body['max_completion_tokens']);
}
