import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { assertEmbeddings, dot, embed, MODEL } from '../../calls/embeddings-call.ts';
import { embeddingsReply, errorReply, jsonReply, scriptedVector } from '../../deployments/upstream.ts';
import { listIds, listModels } from '../models/catalog.ts';
import { requireModels } from '../models/offered.ts';

/** An engine that embeds, where it is ours. */
async function prepare(deployment: Deployment): Promise<void> {
  await requireModels(deployment, MODEL);
  if (deployment.hasUpstream) deployment.upstream.script(embeddingsReply());
}

check('EMB-01 EMB-13 EMB-14 EMB-15', 'a minimal body is answered', async (deployment) => {
  await prepare(deployment);
  const { usage } = assertEmbeddings(await embed(deployment));
  assert.ok(usage.prompt_tokens >= 1);
});

check(
  'EMB-04 EMB-14 EMB-16',
  'several texts are embedded in order, each with the same vector as alone',
  async (deployment) => {
    await prepare(deployment);
    const input = ['a cat', 'a dog', 'the sea at night'];
    const { vectors } = assertEmbeddings(await embed(deployment, { input }), { count: 3 });
    for (const [i, text] of input.entries()) {
      const { vectors: alone } = assertEmbeddings(await embed(deployment, { input: text }));
      assert.ok(dot(alone[0]!, vectors[i]!) > 0.999, text);
    }
  },
);

check(
  'EMB-08 EMB-16 EMB-17',
  'a shorter vector is the normalized beginning of the longer one (D-62)',
  async (deployment) => {
    await prepare(deployment);
    const { vectors } = assertEmbeddings(await embed(deployment));
    for (const dimensions of [256, 512, 1024]) {
      const { vectors: cut } = assertEmbeddings(await embed(deployment, { dimensions }), { dimensions });
      const start = vectors[0]!.subarray(0, dimensions);
      assert.ok(dot(start, cut[0]!) / Math.sqrt(dot(start, start)) > 0.999, `${dimensions}`);
    }
  },
);

check('EMB-09 EMB-10', 'base64 encodes the same numbers as the list', async (deployment) => {
  await prepare(deployment);
  const input = ['a cat', 'a dog'];
  const listed = assertEmbeddings(await embed(deployment, { input, encoding_format: 'float' }), { count: 2 });
  const coded = assertEmbeddings(await embed(deployment, { input, encoding_format: 'base64' }), { count: 2 });
  assert.deepEqual(coded.vectors, listed.vectors);
});

check(
  'EMB-11 EMB-12',
  'both input types and a user are accepted, and null means absent (D-09)',
  async (deployment) => {
    await prepare(deployment);
    for (const input_type of ['document', 'query'])
      assertEmbeddings(await embed(deployment, { input_type, user: 'u'.repeat(256) }));
    assertEmbeddings(
      await embed(deployment, { dimensions: null, encoding_format: null, input_type: null, user: null }),
    );
  },
);

check(
  'EMB-01',
  'no beta flag or version is needed, and an unknown version is refused (D-91, D-92)',
  async (deployment) => {
    await prepare(deployment);
    assertEmbeddings(await embed(deployment, {}, { headers: { 'svc-version': '2026-11-01' } }));
    const response = await embed(deployment, {}, { headers: { 'svc-version': '1999-01-01' } });
    assertError(response, { status: 400, code: 'invalid_version', param: 'svc-version' });
  },
);

check('EMB-07', '2,048 texts are embedded', async (deployment) => {
  await prepare(deployment);
  const input = Array.from({ length: 2048 }, (_, i) => `text ${i}`);
  const response = await embed(deployment, { input, dimensions: 256, encoding_format: 'base64' });
  const { vectors } = assertEmbeddings(response, { dimensions: 256, count: 2048 });
  if (!deployment.hasUpstream) return;
  const last = scriptedVector('text 2047').subarray(0, 256);
  assert.ok(
    dot(vectors[2047]!, last) / Math.sqrt(dot(last, last)) > 0.999,
    'the order holds over all batches',
  );
});

check(
  'BILL-11',
  'the engine gets its own name for the model, and nothing of the caller',
  async (deployment) => {
    await prepare(deployment);
    await embed(deployment, { user: 'caller-user' }, { headers: { 'x-caller': 'caller' } });
    const { body, headers, text } = await deployment.upstream.nextRequest();
    assert.equal(body['model'], 'upstream-embed');
    assert.ok(!`${JSON.stringify(headers)}${text}`.includes('caller'));
  },
);

check('ERR-05', 'a failed or invalid engine response gives an error of the catalog', async (deployment) => {
  deployment.upstream.script(errorReply(500));
  assertError(await embed(deployment), { status: 502, code: 'upstream_error' });
  deployment.upstream.script(jsonReply({ data: [], model: 'upstream-model-marker' }));
  assertError(await embed(deployment), { status: 502, code: 'upstream_error' });
});

check(
  'MODEL-17',
  'the list has the embedding model, in the general family and without capabilities (D-56, D-57)',
  async (deployment) => {
    await requireModels(deployment, MODEL);
    const model = (await listModels(deployment)).find(({ id }) => id === MODEL);
    const {
      family,
      context_window: window,
      max_output_tokens: output,
      default: isDefault,
      capabilities,
    } = model!;
    const flags = Object.values(capabilities).filter((value) => typeof value === 'boolean');
    assert.deepEqual(
      [family, window, output, isDefault, flags.includes(true)],
      ['svc', 8192, 0, false, false],
    );
    for (const surface of ['cli', 'terminal', 'desktop'])
      assert.ok(
        !(await listIds(deployment, `?surface=${surface}`)).includes(MODEL),
        `D-57 surface ${surface}`,
      );
  },
);
