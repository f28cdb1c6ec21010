import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { listModels, MODEL_NOT_FOUND, readModel } from './catalog.ts';
import { defaultModel, requireModels } from './offered.ts';

const escaped = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');

check('MODEL-28', 'every listed model can be read by id, with the same fields', async (deployment) => {
  for (const model of await listModels(deployment)) {
    const response = await readModel(deployment, model.id);
    assert.equal(response.status, 200);
    assert.equal(response.headers['content-type'], 'application/json');
    assert.deepEqual(response.json(), model);
  }
});

check('MODEL-28', 'the id is percent-decoded exactly once (D-07)', async (deployment) => {
  const { id } = await defaultModel(deployment);
  const path = encodeURIComponent(id);
  const [first = '', ...rest] = id;
  for (const same of [
    path,
    escaped(first) + encodeURIComponent(rest.join('')),
    escaped(id),
    escaped(id).toUpperCase(),
  ]) {
    assert.equal((await deployment.get(`/v1/models/${same}`)).status, 200, same);
  }
  const blanks = ['+', '%2F', '%2520'].map((blank) => path.replaceAll('%20', blank));
  for (const other of [
    ...blanks,
    escaped(escaped(id)),
    `${path}%20`,
    `%20${path}`,
    `${path}%00`,
    `${first}%00${path}`,
  ]) {
    if (other !== path) assertError(await deployment.get(`/v1/models/${other}`), MODEL_NOT_FOUND);
  }
});

check('MODEL-28', 'an invalid percent-encoding is not found (D-07)', async (deployment) => {
  for (const id of ['Svc%', 'Svc%2', 'Svc%zz', '%C3', '%FF', '%E0%A4']) {
    assert.equal((await deployment.get(`/v1/models/${id}`)).status, 404, id);
  }
});

check(
  'MODEL-29',
  'an unknown id is model_not_found, and ids are case-sensitive and space-sensitive',
  async (deployment) => {
    for (const id of [
      'Svc Nothing',
      'svc standard',
      'SVC STANDARD',
      'Svc  Standard',
      'SvcStandard',
      '__proto__',
      'constructor',
      'Svc/Standard',
      'é',
    ]) {
      assertError(await readModel(deployment, id), MODEL_NOT_FOUND);
    }
  },
);

check('MODEL-29', 'an id may have any length', async (deployment) => {
  for (const id of ['x'.repeat(101), 'é'.repeat(40), 'x'.repeat(1000)])
    assertError(await readModel(deployment, id), MODEL_NOT_FOUND);
});

check('MODEL-29', 'the engine’s own model names are not found', async (deployment) => {
  assertError(await readModel(deployment, 'upstream-standard'), MODEL_NOT_FOUND);
});

check(
  'MODEL-29',
  'a model outside the plan is not found, except with include_unavailable (D-51)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Premium');
    assertError(await readModel(deployment, 'Svc Premium'), MODEL_NOT_FOUND);
    assertError(await deployment.get('/v1/models/Svc%20Premium?include_unavailable=false'), MODEL_NOT_FOUND);
    const shown = await deployment.get('/v1/models/Svc%20Premium?include_unavailable=true');
    assert.deepEqual([shown.status, shown.json()['available']], [200, false]);
  },
);
