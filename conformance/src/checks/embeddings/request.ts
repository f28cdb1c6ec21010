import assert from 'node:assert/strict';
import { assertError, type ExpectedError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { embed, EMBEDDINGS, MODEL } from '../../calls/embeddings-call.ts';
import { requireModels } from '../models/offered.ts';

const WORD = 'word ';

/** Refused before any engine hears of it. */
async function assertRefused(deployment: Deployment, fields: object, expected: ExpectedError): Promise<void> {
  await requireModels(deployment, MODEL);
  assertError(await embed(deployment, fields), expected);
  if (deployment.hasUpstream)
    assert.equal(deployment.upstream.requests.length, 0, 'BILL-12 no engine was asked');
}

function refused(rules: string, title: string, expected: ExpectedError, ...bodies: readonly object[]): void {
  check(rules, title, async (deployment) => {
    for (const fields of bodies) await assertRefused(deployment, fields, expected);
  });
}

const invalid = (param: string): ExpectedError => ({ status: 400, code: 'invalid_request', param });
const unknownModel: ExpectedError = { status: 404, code: 'model_not_found', param: 'model' };

refused(
  'EMB-02 EMB-22',
  'model is required',
  invalid('model'),
  { model: undefined },
  { model: null },
  { model: '' },
  { model: 3 },
);
refused(
  'EMB-03 EMB-22',
  'only embedding models are accepted',
  unknownModel,
  { model: 'Svc Standard' },
  { model: 'SVC-EMBED-1' },
  { model: 'nope' },
);
refused(
  'EMB-05 EMB-22',
  'input is required, and empty texts are refused',
  { status: 400, code: 'input_required', param: 'input' },
  { input: undefined },
  { input: null },
  { input: '' },
  { input: [] },
  { input: ['a', ''] },
);
refused(
  'EMB-04 EMB-22',
  'token lists and other values are refused as input (D-62)',
  invalid('input'),
  { input: [1, 2] },
  { input: [[1]] },
  { input: 5 },
);
refused(
  'EMB-06 EMB-22',
  'a text of more than 8,192 tokens is refused and named',
  { status: 400, code: 'input_too_long', param: 'input[1]' },
  { input: ['short', WORD.repeat(8193)] },
);
refused(
  'EMB-07 EMB-22',
  'more than 2,048 texts or 300,000 tokens are refused',
  { status: 400, code: 'too_many_inputs', param: 'input' },
  { input: Array.from({ length: 2049 }, () => 'a') },
  // The number of texts is judged before the empty one among them (D-62).
  { input: Array.from({ length: 2049 }, () => '') },
  { input: Array.from({ length: 38 }, () => WORD.repeat(8000)) },
);
refused(
  'EMB-08 EMB-22',
  'dimensions are 256, 512 or 1024',
  { status: 400, code: 'invalid_dimensions', param: 'dimensions' },
  { dimensions: 300 },
  { dimensions: '512' },
  { dimensions: 0 },
);
refused('EMB-09 EMB-22', 'encoding_format is float or base64', invalid('encoding_format'), {
  encoding_format: 'hex',
});
refused('EMB-11 EMB-22', 'input_type is document or query', invalid('input_type'), {
  input_type: 'question',
});
refused(
  'EMB-12 EMB-22',
  'user is a string of at most 256 characters',
  invalid('user'),
  { user: 7 },
  { user: 'u'.repeat(257) },
);
refused(
  'EMB-22',
  'an unknown field is refused and named (D-62)',
  { status: 400, code: 'unknown_parameter', param: 'model_id' },
  { model_id: 'a' },
);

check('EMB-05', 'a body that is not an object is refused for missing input (D-08)', async (deployment) => {
  for (const body of ['[]', '"text"', 'null']) {
    assertError(await deployment.post(EMBEDDINGS, body), {
      status: 400,
      code: 'input_required',
      param: 'input',
    });
  }
});

check('EMB-23', 'other methods than POST are refused (D-02)', async (deployment) => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await deployment.send(EMBEDDINGS, { method });
    assertError(response, { status: 405, code: 'method_not_allowed' });
    assert.equal(response.headers['allow'], 'POST');
  }
});

check('ERR-12', 'errors repeat the request id beside the error (D-20)', async (deployment) => {
  const response = await embed(deployment, { input: '' });
  assert.equal(response.json<{ request_id: string }>().request_id, response.headers['x-request-id']);
});

check('EMB-22', 'the credential is checked before the body', async (deployment) => {
  const headers = { authorization: `Bearer sk_live_${'0'.repeat(64)}`, 'content-type': 'application/json' };
  assertError(await deployment.send(EMBEDDINGS, { method: 'POST', headers, body: '{' }), {
    status: 401,
    code: 'invalid_api_key',
  });
});
