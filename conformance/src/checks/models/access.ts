import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { chat, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { NotRun } from '../../runner/not-run.ts';
import { listIds, listModels, MODEL_NOT_FOUND, readModel } from './catalog.ts';
import { requireFixtureModels } from './offered.ts';

check(
  'MODEL-19',
  'models closed to the workspace are not listed, even among unavailable ones',
  async (deployment) => {
    await requireFixtureModels(deployment);
    assert.deepEqual(await listIds(deployment, '', 'research'), ['Svc Standard', 'Svc Small']);
    assert.deepEqual(await listIds(deployment, '?include_unavailable=true', 'research'), [
      'Svc Standard',
      'Svc Small',
    ]);
  },
);

check(
  'MODEL-19',
  'models closed to the organization are not listed; models outside its plan are listed on request',
  async (deployment) => {
    await requireFixtureModels(deployment);
    assert.deepEqual(await listIds(deployment, '', 'narrow_org'), ['Svc Standard', 'Svc Code']);
    const all = await listModels(deployment, '?include_unavailable=true', 'narrow_org');
    assert.deepEqual(
      all.map(({ id, available }) => [id, available]),
      [
        ['Svc Standard', true],
        ['Svc Premium', false],
        ['Svc Code', true],
      ],
    );
  },
);

check('MODEL-29', 'a model closed to the workspace or organization is not found', async (deployment) => {
  await requireFixtureModels(deployment);
  assertError(await readModel(deployment, 'Svc Code', 'research'), MODEL_NOT_FOUND);
  assertError(await readModel(deployment, 'Svc Small', 'narrow_org'), MODEL_NOT_FOUND);
  assert.equal((await readModel(deployment, 'Svc Small', 'research')).status, 200);
});

check('MODEL-26', 'an admin key sees the models of the whole organization (D-60)', async (deployment) => {
  assert.deepEqual(await listIds(deployment, '', 'admin'), await listIds(deployment));
});

check('MODEL-26', 'a code-client key sees what a private key sees', async (deployment) => {
  assert.deepEqual(await listIds(deployment, '', 'code_client'), await listIds(deployment));
});

check(
  'MODEL-15',
  'zero_data_retention marks the models that zero-retention organizations can use',
  async (deployment) => {
    const chatModels = (await listModels(deployment)).filter(({ max_output_tokens: output }) => output > 0);
    if (chatModels.every((model) => model.zero_data_retention))
      throw new NotRun('needs a chat model without zero_data_retention');
    for (const { id, zero_data_retention: keepsNone } of chatModels) {
      if (keepsNone) await wholeReply(deployment, { model: id }, { as: 'zero_retention' });
      else
        assertError(await chat(deployment, { model: id }, { as: 'zero_retention' }), {
          status: 400,
          code: 'model_unavailable',
        });
    }
  },
);
