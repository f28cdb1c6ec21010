import { jsonReply, type PlannedReply } from '../../../test-kit/fakes/scripted-upstream.ts';
import type { GenerateRequest } from '../turns.ts';

export const refusal = (message: string, more: object = {}): PlannedReply =>
  jsonReply({ error: { message, type: 'invalid_request_error', code: null, ...more } }, { status: 400 });

export const SYSTEM = [
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

export type Body = Readonly<Record<string, unknown>>;
export const roles = (body: Body): string[] =>
  (body['messages'] as { role: string }[]).map(({ role }) => role);

/** A field in the words of a vendor, the request that has it, and what is sent instead. */
export const REFUSED_FIELDS: readonly (readonly [
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
