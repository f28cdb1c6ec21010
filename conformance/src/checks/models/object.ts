import assert from 'node:assert/strict';
import { check } from '../../runner/check.ts';
import { chat, wholeReply } from '../../calls/chat-call.ts';
import { FLAGS, listedModel, listModels, readModel, type Model } from './catalog.ts';
import { requireModels, requireFixtureModels } from './offered.ts';

const FIELDS =
  'available capabilities context_window created default deprecation description display_name family id max_output_tokens object pricing zero_data_retention';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** A check of every model of the whole list, and of the same model read alone. */
function eachModel(rules: string, title: string, assertModel: (model: Model) => void): void {
  check(rules, title, async (deployment) => {
    const models = await listModels(deployment, '?include_unavailable=true');
    assert.ok(models.length > 0, 'there are models to look at');
    for (const model of models) assertModel(model);
    for (const { id } of await listModels(deployment))
      assertModel((await readModel(deployment, id)).json<Model>());
  });
}

eachModel('MODEL-02', 'object is model and created is a time in seconds', ({ object, created }) => {
  assert.equal(object, 'model');
  assert.ok(
    Number.isInteger(created) && created > 1_000_000_000 && created < 10_000_000_000,
    `created ${created}`,
  );
});

eachModel('MODEL-03', 'display_name equals id', ({ id, display_name: name }) => assert.equal(name, id));

eachModel('MODEL-04', 'family is svc or svc-code', ({ family }) =>
  assert.ok(['svc', 'svc-code'].includes(family), family),
);

eachModel('MODEL-05', 'description is a string that names no vendor', ({ description }) => {
  assert.equal(typeof description, 'string');
  assert.doesNotMatch(description, /openai|anthropic|gpt|claude|gemini|llama|mistral|qwen|deepseek|vllm/i);
});

eachModel(
  'MODEL-08 MODEL-09',
  'context_window and max_output_tokens are counts of tokens',
  ({ context_window: window, max_output_tokens: output }) => {
    assert.ok(Number.isInteger(window) && window > 0, `context_window ${window}`);
    assert.ok(Number.isInteger(output) && output >= 0 && output <= window, `max_output_tokens ${output}`);
  },
);

eachModel(
  'MODEL-10 MODEL-11',
  'capabilities are the 14 flags and the list of built-in tools',
  ({ capabilities }) => {
    assert.deepEqual(Object.keys(capabilities).toSorted(), [...FLAGS, 'server_tools'].toSorted());
    for (const flag of FLAGS) assert.equal(typeof capabilities[flag], 'boolean', flag);
    assert.ok(Array.isArray(capabilities.server_tools));
    for (const name of capabilities.server_tools) assert.match(name, /^svc_[a-z_]+$/);
  },
);

eachModel('MODEL-13', 'pricing is a currency, the unit of a million tokens and four rates', ({ pricing }) => {
  assert.deepEqual(Object.keys(pricing).toSorted(), [
    'batch_discount',
    'cached_input',
    'currency',
    'input',
    'output',
    'unit',
  ]);
  assert.equal(typeof pricing['currency'], 'string');
  assert.match(String(pricing['unit']), /1M/);
  for (const rate of ['input', 'cached_input', 'output', 'batch_discount']) {
    const value = pricing[rate];
    assert.ok(typeof value === 'number' && value >= 0, `${rate} ${String(value)}`);
  }
});

eachModel(
  'MODEL-16',
  'deprecation is null or has the three fields of a scheduled retirement',
  ({ deprecation }) => {
    if (deprecation === null) return;
    assert.deepEqual(Object.keys(deprecation).toSorted(), ['announced_at', 'replacement', 'retires_at']);
    assert.match(deprecation.announced_at, TIMESTAMP);
    assert.match(deprecation.retires_at, TIMESTAMP);
    assert.ok(deprecation.replacement === null || typeof deprecation.replacement === 'string');
  },
);

eachModel('MODEL-17', 'a model has the fields of the contract and no others', (model) =>
  assert.equal(Object.keys(model).toSorted().join(' '), FIELDS),
);

check(
  'MODEL-01',
  'chat accepts the id of every listed chat model, and that model answers',
  async (deployment) => {
    for (const { id, max_output_tokens: output } of await listModels(deployment)) {
      if (output > 0) assert.equal((await wholeReply(deployment, { model: id })).model, id);
    }
  },
);

check(
  'MODEL-14',
  'a call covered by the plan is paid by the subscription, whatever the rates of the model',
  async (deployment) => {
    for (const { id, max_output_tokens: output } of await listModels(deployment)) {
      if (output > 0)
        assert.equal(
          (await chat(deployment, { model: id })).headers['x-svc-billing-source'],
          'subscription',
          id,
        );
    }
  },
);

check(
  'MODEL-06',
  'exactly one model is the default, and it answers a call without model',
  async (deployment) => {
    const defaults = (await listModels(deployment, '?include_unavailable=true')).filter(
      (model) => model.default,
    );
    assert.equal(defaults.length, 1);
    assert.equal((await wholeReply(deployment)).model, defaults[0]?.id);
  },
);

check('MODEL-09', 'chat lowers max_tokens to max_output_tokens', async (deployment) => {
  for (const { id, max_output_tokens: output } of await listModels(deployment)) {
    if (output === 0) continue;
    await wholeReply(deployment, { model: id, max_tokens: 1_000_000_000 });
    const { body } = await deployment.upstream.nextRequest();
    assert.equal(body['max_tokens'] ?? body['max_completion_tokens'], output, id);
  }
});

check('MODEL-16', 'only a model with a scheduled retirement has deprecation', async (deployment) => {
  await requireModels(deployment, 'Svc Leaving');
  const { deprecation } = await listedModel(deployment, 'Svc Leaving');
  assert.deepEqual(deprecation, {
    announced_at: '2026-01-01T00:00:00Z',
    retires_at: '2099-01-01T00:00:00Z',
    replacement: 'Svc Standard',
  });
  assert.equal((await listedModel(deployment, 'Svc Standard')).deprecation, null);
});

check('MODEL-10 MODEL-13', 'callers see the model settings of the deployment (D-57)', async (deployment) => {
  await requireFixtureModels(deployment);
  const standard = await listedModel(deployment, 'Svc Standard');
  const set = FLAGS.filter((flag) => standard.capabilities[flag]);
  assert.deepEqual(set, ['tools', 'parallel_tool_calls', 'json_object']);
  assert.deepEqual(standard.pricing, {
    currency: 'usd',
    unit: standard.pricing['unit'],
    input: 3,
    cached_input: 0.3,
    output: 15,
    batch_discount: 0.5,
  });
  const {
    capabilities,
    max_output_tokens: output,
    context_window: window,
    ...embedding
  } = await listedModel(deployment, 'svc-embed-1');
  assert.deepEqual([output, window, embedding.default, embedding.family], [0, 8192, false, 'svc']);
  assert.ok(FLAGS.every((flag) => !capabilities[flag]));
});
