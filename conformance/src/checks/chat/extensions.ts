import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { chat, HELLO } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { chunk, streamOf, textReply } from '../../deployments/upstream.ts';
import { requireFixtureModels } from '../models/offered.ts';

const COUNT = '/v1/chat/completions/count_tokens';
const FLAG = { headers: { 'svc-beta': 'chat-extensions-2026-12-01' } };
const PICTURE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA' } };

interface Reply {
  readonly choices: readonly {
    readonly message: { readonly reasoning?: readonly { text: string; signature: string }[] };
    readonly finish_reason: string;
  }[];
  readonly usage: Readonly<Record<string, unknown>>;
}

async function extended(
  deployment: Deployment,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const response = await chat(deployment, fields, FLAG);
  assert.equal(response.status, 200, response.text);
  return response.json<Reply>();
}

const REFUSED: readonly (readonly [
  rules: string,
  fields: Readonly<Record<string, unknown>>,
  code: string,
  param: string,
])[] = [
  ['CHAT-83', { foo: 1 }, 'unknown_parameter', 'foo'],
  ['CHAT-83', { n: 2 }, 'unsupported_parameter', 'n'],
  ['CHAT-83', { logprobs: true }, 'unsupported_parameter', 'logprobs'],
  ['CHAT-83', { stop: ['a', 'b', 'c', 'd', 'e'] }, 'invalid_request', 'stop'],
  ['CHAT-83', { user: 5 }, 'invalid_request', 'user'],
  ['CHAT-83', { metadata: { k: 'x'.repeat(513) } }, 'invalid_request', 'metadata.k'],
  ['CHAT-83', { prompt_cache_key: '' }, 'invalid_request', 'prompt_cache_key'],
  ['CHAT-83', { stream_options: { include_usage: 1 } }, 'invalid_request', 'stream_options.include_usage'],
  ['CHAT-84', { tools: [{ type: 'svc_web_search', max_uses: 0 }] }, 'invalid_request', 'tools[0].max_uses'],
  ['CHAT-84', { mcp_servers: [{ name: 'a' }] }, 'invalid_request', 'mcp_servers[0].url'],
  [
    'CHAT-87',
    { messages: [{ role: 'user', content: [{ type: 'audio' }] }] },
    'invalid_request',
    'messages[0].content[0].type',
  ],
];

for (const [rules, fields, code, param] of REFUSED) {
  check(
    rules,
    `${JSON.stringify(fields).slice(0, 60)} gets 400 ${code} that names the field (D-33)`,
    async (deployment) => {
      assertError(await chat(deployment, fields, FLAG), { status: 400, code, param });
    },
  );
}

check(
  'CHAT-85 CHAT-84',
  'a parameter that the model does not support is refused and named',
  async (deployment) => {
    await requireFixtureModels(deployment);
    for (const [param, fields] of [
      ['temperature', { temperature: 1 }],
      ['top_p', { top_p: 1 }],
      ['top_k', { top_k: 1 }],
      ['seed', { seed: 1 }],
      ['presence_penalty', { presence_penalty: 1 }],
      ['reasoning', { reasoning: {} }],
      ['citations', { citations: { enabled: true } }],
    ] as const) {
      assertError(await chat(deployment, { model: 'Svc Small', ...fields }, FLAG), {
        status: 400,
        code: 'unsupported_parameter',
        param,
      });
    }
  },
);

check(
  'CHAT-84 CHAT-86 CHAT-89',
  'extension fields take effect, with their own finish reasons and usage details',
  async (deployment) => {
    deployment.upstream.script(textReply('one STOP two'));
    const stopped = await extended(deployment, {
      stop: 'STOP',
      user: 'u-1',
      metadata: { a: 'b' },
      prompt_cache_key: 'k',
      parallel_tool_calls: false,
    });
    assert.equal(stopped.choices[0]?.finish_reason, 'stop_sequence');
    deployment.upstream.script(textReply('some', { finishReason: 'content_filter' }));
    const { choices, usage } = await extended(deployment);
    assert.equal(choices[0]?.finish_reason, 'content_filter');
    assert.ok(usage['prompt_tokens_details'] && usage['completion_tokens_details'], JSON.stringify(usage));
  },
);

check(
  'CHAT-84 CHAT-87',
  'reasoning is signed and accepted back unchanged, and images are accepted',
  async (deployment) => {
    await requireFixtureModels(deployment);
    deployment.upstream.script(
      streamOf([chunk({ reasoning_content: 'Let me think.' }), 'So.'], { finishReason: 'stop' }),
    );
    const ask = { model: 'Svc Code', reasoning: { effort: 'low' } };
    const message = (await extended(deployment, ask)).choices[0]!.message;
    const [block] = message.reasoning ?? [];
    assert.equal(block?.text, 'Let me think.');
    const history = (reply: unknown) => ({
      ...ask,
      messages: [...HELLO, reply, { role: 'user', content: [PICTURE] }],
    });
    await extended(deployment, history(message));
    const edited = { ...message, reasoning: [{ ...block, text: 'No.' }] };
    const invalid = { status: 400, code: 'invalid_reasoning_block', param: 'messages[1].reasoning[0]' };
    assertError(await chat(deployment, history(edited), FLAG), invalid);
  },
);

check(
  'CHAT-90 VER-06',
  'tokens are counted behind the beta flag, free of charge (D-36)',
  async (deployment) => {
    const counted = await deployment.post(COUNT, { messages: HELLO }, FLAG);
    assert.equal(counted.status, 200, counted.text);
    const { object, prompt_tokens: tokens } = counted.json();
    assert.deepEqual(
      [object, Number.isInteger(tokens) && Number(tokens) > 0],
      ['chat.completion.token_count', true],
    );
    assertError(await deployment.post(COUNT, { messages: HELLO }), {
      status: 400,
      code: 'beta_required',
      param: 'svc-beta',
    });
  },
);
