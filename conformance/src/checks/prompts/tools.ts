import assert from 'node:assert/strict';
import { PromptToolResult } from '@svc/contract';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { textReply } from '../../deployments/upstream.ts';

const FLAG = { 'svc-beta': 'prompt-tools-2026-12-01' };
const MESSAGES = [{ role: 'user', content: 'Greet Ada.' }];
const BODIES = {
  generate: { task: 'Greet a customer.' },
  improve: { messages: MESSAGES, problem: 'It is too long.' },
  templatize: { messages: MESSAGES },
} as const;
type Tool = keyof typeof BODIES;
const TOOLS = Object.keys(BODIES) as Tool[];
const RULES = { generate: 'PTOOL-01', improve: 'PTOOL-02', templatize: 'PTOOL-03' } as const;

const WRITTEN = {
  working: 'The name differs from call to call.',
  system: null,
  messages: [{ role: 'user', content: 'Greet {{name}}.' }],
  variables: { name: 'Ada' },
  notes: ['Which tone is meant?'],
};

function ask(
  deployment: Deployment,
  tool: Tool,
  body: object = BODIES[tool],
  caller: { readonly as?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<HttpResponse> {
  return deployment.post(`/v1/prompts/${tool}`, body, { headers: FLAG, ...caller });
}

for (const tool of TOOLS) {
  check(
    `${RULES[tool]} PTOOL-07 PTOOL-08`,
    `${tool} returns a prompt, its working and its notes (D-PTOOL-2)`,
    async (deployment) => {
      deployment.upstream.script(textReply(JSON.stringify(WRITTEN)));
      const response = await ask(deployment, tool);
      assert.equal(response.status, 200, response.text.slice(0, 300));
      const parsed = PromptToolResult.strict().safeParse(response.json());
      assert.ok(parsed.success, parsed.error?.message);
      assert.match(parsed.data.id, /^ptool_[0-9a-z]{26}$/);
      const { messages, variables, working, notes, request_id: requestId } = parsed.data;
      assert.deepEqual([messages, working, notes], [WRITTEN.messages, WRITTEN.working, WRITTEN.notes]);
      assert.deepEqual(variables, tool === 'templatize' ? WRITTEN.variables : null);
      assert.equal(requestId, response.headers['x-request-id']);
      assert.equal(deployment.upstream.requests.length, 1);
    },
  );
}

check(
  'PTOOL-03',
  'a reply in the wrong format is repaired once, then gives 502 (D-PTOOL-3)',
  async (deployment) => {
    const { upstream } = deployment;
    let tries = 0;
    upstream.script(() => textReply(tries++ === 0 ? 'no JSON' : JSON.stringify(WRITTEN)));
    assert.equal((await ask(deployment, 'templatize')).status, 200);
    assert.equal(upstream.requests.length, 2);
    upstream.reset();
    upstream.script(textReply('no JSON'));
    assertError(await ask(deployment, 'templatize'), { status: 502, code: 'upstream_error' });
    assert.equal(upstream.requests.length, 2);
  },
);

check('PTOOL-04 PTOOL-05', 'the beta flag and a private key are required', async (deployment) => {
  for (const tool of TOOLS) {
    const flagless = await ask(deployment, tool, BODIES[tool], { headers: {} });
    assertError(flagless, { status: 400, code: 'beta_required', param: 'svc-beta' });
    const administrator = await ask(deployment, tool, BODIES[tool], { as: 'admin', headers: FLAG });
    assertError(administrator, { status: 403, code: 'inference_not_allowed' });
  }
});

check('PTOOL-01', 'bodies are validated, and an unknown model gives 404 (D-PTOOL-1)', async (deployment) => {
  const refused = async (
    tool: Tool,
    body: object,
    code: string,
    param: string,
    status = 400,
  ): Promise<void> => {
    assertError(await ask(deployment, tool, body), { status, code, param });
  };
  await refused('generate', {}, 'invalid_parameter', 'task');
  await refused('generate', { task: 'x'.repeat(32_001) }, 'invalid_parameter', 'task');
  await refused('improve', { messages: MESSAGES }, 'invalid_parameter', 'problem');
  await refused('templatize', { messages: [] }, 'invalid_parameter', 'messages');
  await refused('templatize', { messages: MESSAGES, task: 'x' }, 'unknown_parameter', 'task');
  await refused('generate', { task: 'x', model: 'Svc Nothing' }, 'model_not_found', 'model', 404);
});
