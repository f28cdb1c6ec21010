import { createClock } from '#kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  jsonReply,
  messageReply,
  startScriptedUpstream,
  textReply,
  type PlannedReply,
  type RecordedRequest,
  type ScriptedUpstream,
} from '../../../test-kit/fakes/scripted-upstream.ts';
import { Generation } from '../generation/generation.ts';
import { admitAtOnce, engineConfig, route } from '../test-support/generation-bench.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';
import { silentLog } from '../test-support/silent-log.ts';
import type { GenerateRequest } from '../turns.ts';

let up: ScriptedUpstream;
let generation: Generation;
beforeEach(async () => {
  up = await startScriptedUpstream();
});
afterEach(async () => {
  await generation.close();
  await up.close();
});

const MODEL = { id: 'm', routes: [route('main')] };

function serve(type: 'openai' | 'anthropic', more: object = {}): void {
  const engine = {
    ...engineConfig(),
    type,
    base_url: up.baseUrl,
    headers: {},
    embeddings_per_request: 256,
    response_formats: [],
    ...more,
  } as never;
  generation = new Generation({
    config: { engines: { main: engine }, models: [MODEL] },
    clock: createClock(),
    log: silentLog,
  });
}

async function ask(request: Partial<GenerateRequest> = {}): Promise<RecordingSink> {
  const sink = new RecordingSink();
  generation.run(admitAtOnce(generation, MODEL, 'org'), requestOf(request), sink);
  await sink.done;
  return sink;
}

const refusal = (message: string, more: object = {}): PlannedReply =>
  jsonReply({ error: { message, type: 'invalid_request_error', code: null, ...more } }, { status: 400 });

/** Refuses what `refuses` says, and answers all else. */
function picky(
  refuses: (body: Readonly<Record<string, unknown>>) => PlannedReply | undefined,
  hello = textReply('Hello'),
): void {
  up.script((request: RecordedRequest) => refuses(request.body) ?? hello);
}

const SYSTEM = [
  { role: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
  {
    role: 'assistant',
    blocks: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Yes.' },
    ],
  },
  { role: 'user', blocks: [{ type: 'text', text: 'Hi' }] },
] as const;

type Body = Readonly<Record<string, unknown>>;
const roles = (body: Body): string[] => (body['messages'] as { role: string }[]).map(({ role }) => role);

/** A field in the words of a vendor, the request that has it, and what is sent instead. */
const FIELDS: readonly (readonly [
  name: string,
  request: Partial<GenerateRequest>,
  refused: (body: Body) => boolean,
  reply: PlannedReply,
])[] = [
  [
    'max_tokens',
    {},
    (body) => 'max_tokens' in body,
    refusal(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      {
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    ),
  ],
  [
    'max_tokens, told without a code',
    {},
    (body) => 'max_tokens' in body,
    refusal(
      'Unsupported parameter: max_tokens is not supported with this model. Use max_completion_tokens instead.',
    ),
  ],
  [
    'stream_options',
    {},
    (body) => 'stream_options' in body,
    refusal('Unrecognized request argument supplied: stream_options'),
  ],
  [
    'stream_options, by a validator',
    {},
    (body) => 'stream_options' in body,
    jsonReply(
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options'],
            msg: 'Extra inputs are not permitted',
            input: {},
          },
        ],
      },
      { status: 422 },
    ),
  ],
  [
    'parallel_tool_calls',
    { tools: [{ name: 'f' }], parallelToolCalls: false },
    (body) => 'parallel_tool_calls' in body,
    refusal("property 'parallel_tool_calls' is unsupported"),
  ],
  [
    'prompt_cache_key',
    { cacheScope: 'key' },
    (body) => 'prompt_cache_key' in body,
    refusal(
      "[{'type': 'extra_forbidden', 'loc': ('body', 'prompt_cache_key'), 'msg': 'Extra inputs are not permitted', 'input': 'x'}]",
    ),
  ],
  [
    'reasoning_content',
    { turns: SYSTEM },
    (body) => JSON.stringify(body).includes('reasoning_content'),
    jsonReply(
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'messages', 1, 'assistant', 'reasoning_content'],
            msg: 'Extra inputs are not permitted',
          },
        ],
      },
      { status: 422 },
    ),
  ],
  [
    'a neutral temperature',
    { sampling: { temperature: 1 } },
    (body) => 'temperature' in body,
    refusal("Unsupported parameter: 'temperature' is not supported with this model.", {
      param: 'temperature',
    }),
  ],
  [
    'a neutral top_p',
    { sampling: { topP: 1 } },
    (body) => 'top_p' in body,
    refusal("Unsupported parameter: 'top_p' is not supported with this model.", { param: 'top_p' }),
  ],
  [
    'neutral penalties',
    { sampling: { presencePenalty: 0, frequencyPenalty: 0 } },
    (body) => 'presence_penalty' in body || 'frequency_penalty' in body,
    refusal('Argument not supported on this model: presencePenalty, frequencyPenalty'),
  ],
  [
    'any temperature of a request that is fitted to the engine',
    { sampling: { temperature: 0.2 }, lowersMaxTokens: true },
    (body) => 'temperature' in body,
    refusal(
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      {
        param: 'temperature',
        code: 'unsupported_value',
      },
    ),
  ],
  [
    'reasoning_effort of a request that is fitted to the engine',
    { reasoning: { effort: 'low' }, lowersMaxTokens: true },
    (body) => 'reasoning_effort' in body,
    refusal('Argument not supported on this model: reasoningEffort'),
  ],
  [
    'the role of system messages',
    { turns: SYSTEM },
    (body) => roles(body).includes('system'),
    refusal("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
      param: 'messages[0].role',
      code: 'unsupported_value',
    }),
  ],
];

describe('D-ENG-28 a field that an engine refuses by name', () => {
  it.each(FIELDS)(
    'is spelled otherwise or left out, once, and remembered: %s',
    async (_name, request, refused, reply) => {
      serve('openai');
      picky((body) => (refused(body) ? reply : undefined));
      expect(await ask(request)).toMatchObject({ text: 'Hello', fault: undefined });
      expect(up.requests).toHaveLength(2);
      expect(await ask(request)).toMatchObject({ text: 'Hello' });
      expect(up.requests).toHaveLength(3);
      const [first, last] = [up.requests[0]!.body, up.requests[2]!.body];
      expect(JSON.stringify(last).length).not.toBe(JSON.stringify(first).length);
      expect(last['max_tokens'] ?? last['max_completion_tokens']).toBe(100);
      // An engine that takes it is no failing one.
      expect(generation.stats()[0]!.faults.status).toBe(0);
    },
  );

  it('and several of them, one after the other', async () => {
    serve('openai');
    picky((body) => FIELDS.find(([, , refused]) => refused(body))?.[3]);
    const request = {
      turns: SYSTEM,
      sampling: { temperature: 1, topP: 1 },
      cacheScope: 'key',
      reasoning: { effort: 'low' },
      lowersMaxTokens: true,
    } as const;
    expect(await ask(request)).toMatchObject({ text: 'Hello', fault: undefined });
    const before = up.requests.length;
    expect(await ask(request)).toMatchObject({ text: 'Hello' });
    expect(up.requests.length - before).toBe(1);
  });

  it('tries another role, and another', async () => {
    serve('openai');
    picky((body) => {
      const role = ['system', 'developer'].find((name) => roles(body).includes(name));
      return role === undefined
        ? undefined
        : refusal(`'messages[0].role' does not support '${role}' with this model.`);
    });
    expect(await ask({ turns: SYSTEM })).toMatchObject({ text: 'Hello' });
    expect(up.requests.map(({ body }) => roles(body)[0])).toEqual(['system', 'developer', 'user']);
  });

  it('is refused by its name where leaving it out would change the reply', async () => {
    serve('openai');
    picky((body) =>
      'temperature' in body
        ? refusal("'temperature' does not support 0.2 with this model.", { param: 'temperature' })
        : undefined,
    );
    for (let calls = 0; calls < 2; calls++)
      expect((await ask({ sampling: { temperature: 0.2 } })).fault).toMatchObject({
        refusal: { reason: 'parameter', parameters: ['temperature'] },
      });
    expect(up.requests).toHaveLength(2);
    // Now it is known, and nothing is asked in vain.
    await ask({ sampling: { temperature: 1 } });
    const before = up.requests.length;
    expect((await ask({ sampling: { temperature: 0.2 } })).fault).toMatchObject({ status: 400 });
    expect(up.requests.length).toBe(before);
  });

  it('is repeated once if that does not help', async () => {
    serve('openai');
    up.script(refusal("Unsupported parameter: 'stream_options'", { param: 'stream_options' }));
    expect((await ask()).fault).toMatchObject({ status: 400 });
    expect(up.requests).toHaveLength(2);
  });

  it('is asked for as configured from the first call on', async () => {
    serve('openai', {
      request: {
        max_tokens_as: 'max_completion_tokens',
        system_as: 'developer',
        omit: ['stream_options', 'prompt_cache_key'],
      },
    });
    await ask({ turns: SYSTEM, cacheScope: 'key' });
    const { body } = up.requests[0]!;
    expect(body).toMatchObject({ max_completion_tokens: 100 });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['max_tokens']));
    expect([roles(body)[0], 'stream_options' in body, 'prompt_cache_key' in body]).toEqual([
      'developer',
      false,
      false,
    ]);
  });
});

describe('an output limit that is too high for the engine', () => {
  it.each(['openai', 'anthropic'] as const)(
    'is lowered to its ceiling, which is remembered: %s',
    async (type) => {
      serve(type);
      const hello = type === 'openai' ? textReply('Hello') : messageReply([{ type: 'text', text: 'Hello' }]);
      picky(
        (body) =>
          Number(body['max_tokens']) > 8192
            ? refusal('max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for x')
            : undefined,
        hello,
      );
      for (let calls = 0; calls < 2; calls++)
        expect(await ask({ maxOutputTokens: 64_000, maxTokens: 64_000 })).toMatchObject({ text: 'Hello' });
      expect(up.requests.map(({ body }) => body['max_tokens'])).toEqual([64_000, 8192, 8192]);
    },
  );

  it('finds the room of a prompt that the engine did not count to its end', async () => {
    serve('openai');
    const [window, prompt] = [8192, 7500];
    picky((body) => {
      const limit = Number(body['max_tokens']);
      return prompt + limit <= window
        ? undefined
        : refusal(
            `This model's maximum context length is ${window} tokens. However, you requested ${limit} output tokens and your prompt contains at least ${window - limit + 1} input tokens, for a total of at least ${window + 1} tokens.`,
          );
    });
    expect(await ask({ maxOutputTokens: 4096 })).toMatchObject({ text: 'Hello' });
    expect(up.requests.length).toBeLessThan(6);
  });
});

describe('sampling for an engine of the anthropic form', () => {
  const sent = async (sampling: GenerateRequest['sampling'], more: Partial<GenerateRequest> = {}) => {
    const { fault } = await ask({ sampling: sampling!, ...more });
    return { fault, body: up.requests.at(-1)?.body ?? {} };
  };
  beforeEach(() => {
    serve('anthropic');
    picky(() => undefined, messageReply([{ type: 'text', text: 'Hello' }]));
  });

  it('leaves out a top_p that changes nothing', async () => {
    const { body } = await sent({ temperature: 0.3, topP: 1 });
    expect([body['temperature'], 'top_p' in body]).toEqual([0.3, false]);
    expect((await sent({ topP: 0.9 })).body).toMatchObject({ top_p: 0.9 });
  });

  it('refuses a temperature above its range by name, and asks nobody', async () => {
    const { fault } = await sent({ temperature: 1.5 });
    expect(fault).toMatchObject({ refusal: { reason: 'parameter', parameters: ['temperature'] } });
    expect(up.requests).toEqual([]);
  });

  it('sends a temperature without a top_p where the model takes one of them, if the request is fitted to it', async () => {
    picky(
      (body) =>
        'temperature' in body && 'top_p' in body
          ? jsonReply(
              {
                type: 'error',
                error: {
                  type: 'invalid_request_error',
                  message:
                    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
                },
              },
              { status: 400 },
            )
          : undefined,
      messageReply([{ type: 'text', text: 'Hello' }]),
    );
    const both = { temperature: 0.3, topP: 0.9 };
    const { fault, body } = await sent(both, { lowersMaxTokens: true });
    expect([fault, body['temperature'], 'top_p' in body]).toEqual([undefined, 0.3, false]);
    // What it takes alone it still gets.
    expect((await sent({ topP: 0.9 })).body).toMatchObject({ top_p: 0.9 });
    const before = up.requests.length;
    await sent(both, { lowersMaxTokens: true });
    expect(up.requests.length - before).toBe(1);
  });
});
