import assert from 'node:assert/strict';
import { assertError } from '../assert-error.ts';
import { check } from '../check.ts';
import { listModels, MODEL_NOT_FOUND, readModel } from './models-catalog.ts';

check('MODEL-28', 'every listed model can be read, and is the same there', async (deployment) => {
  for (const model of await listModels(deployment)) {
    const answer = await readModel(deployment, model.id);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.deepEqual(answer.json(), model);
  }
});

check('MODEL-28', 'the id is decoded once, whatever of it is escaped (D-07)', async (deployment) => {
  for (const id of ['Svc%20Standard', '%53vc%20Standard', 'Svc%20%53tandard', '%53%76%63%20Standard', 'svc-embed-1', 'svc%2Dembed%2d1']) {
    assert.equal((await deployment.get(`/v1/models/${id}`)).status, 200, id);
  }
  for (const id of [
    'Svc%2520Standard',
    'Svc+Standard',
    'Svc%2FStandard',
    'Svc%20Standard%20',
    '%20Svc%20Standard',
    'Svc%00Standard',
    'Svc%20Standard%00',
  ]) {
    assertError(await deployment.get(`/v1/models/${id}`), MODEL_NOT_FOUND);
  }
});

check('MODEL-28', 'escapes that stand for nothing are no such path or model (D-07)', async (deployment) => {
  for (const id of ['Svc%', 'Svc%2', 'Svc%zz', '%C3', '%FF', '%E0%A4']) {
    assert.equal((await deployment.get(`/v1/models/${id}`)).status, 404, id);
  }
});

check('MODEL-29', 'an unknown id is model_not_found, and case and spacing matter', async (deployment) => {
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
});

check('MODEL-29', 'an id of any length is an id', async (deployment) => {
  for (const id of ['x'.repeat(101), 'é'.repeat(40), 'x'.repeat(1000)]) assertError(await readModel(deployment, id), MODEL_NOT_FOUND);
});

check('MODEL-29', 'the engine’s own names are unknown', async (deployment) => {
  assertError(await readModel(deployment, 'upstream-standard'), MODEL_NOT_FOUND);
});

check('MODEL-29', 'a model outside the plan is not found, unless such models are asked for', async (deployment) => {
  assertError(await readModel(deployment, 'Svc Premium'), MODEL_NOT_FOUND);
  assertError(await deployment.get('/v1/models/Svc%20Premium?include_unavailable=false'), MODEL_NOT_FOUND);
});
