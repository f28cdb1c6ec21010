import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { PromptTemplate } from '@svc/contract';
import { assertError } from '../../http/assert-error.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Caller, Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { assertMessageRefused, message, wholeMessage } from '../../calls/message-call.ts';

const PATH = '/v1/prompts/templates';
const NONE = { status: 404, code: 'prompt_template_not_found' };
const FLAG = { headers: { 'svc-beta': 'chat-extensions-2026-12-01' } };
const user = (content: string) => ({ role: 'user', content });

/** Templates stay: each check has names of its own. */
const newName = (): string => `conformance-${randomBytes(8).toString('hex')}`;

function assertTemplate(response: HttpResponse, status = 200): PromptTemplate {
  assert.equal(response.status, status, response.text.slice(0, 300));
  const parsed = PromptTemplate.strict().safeParse(response.json());
  assert.ok(parsed.success, `PTPL-02 ${parsed.error?.message} in ${response.text.slice(0, 500)}`);
  return parsed.data;
}

async function create(deployment: Deployment, body: object, caller?: Caller): Promise<PromptTemplate> {
  return assertTemplate(await deployment.post(PATH, body, caller), 201);
}

function setLabel(deployment: Deployment, path: string, version: unknown): Promise<HttpResponse> {
  const call = { ...deployment.jsonCall({ version }), method: 'PUT' };
  return deployment.send(`${PATH}/${path}`, call);
}

check(
  'PTPL-01 PTPL-02 PTPL-03 PTPL-06 PTPL-09 PTPL-10 PTPL-11 PTPL-12 PTPL-13 PTPL-14 PTPL-15',
  'a template is created, read by id and name, listed, and gets a second version',
  async (deployment) => {
    const name = newName();
    const first = await create(deployment, { name, messages: [user('Hello {{name}}')] });
    assert.match(first.id, /^ptpl_[0-9a-z]{26}$/);
    assert.deepEqual([first.latest_version, first.model, first.variables], [1, null, ['name']]);
    assert.match(first.version.created_by, /^user_/);
    for (const at of [first.created_at, first.updated_at, first.version.created_at])
      assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    for (const one of [name, first.id])
      assert.deepEqual(assertTemplate(await deployment.get(`${PATH}/${one}`)), first);
    const second = await create(deployment, { name, messages: [user('{{a}} {{b}}')], model: 'x' });
    assert.deepEqual(
      [second.id, second.latest_version, second.version.number, second.variables, second.model],
      [first.id, 2, 2, ['a', 'b'], 'x'],
    );
    const list = (await deployment.get(`${PATH}?limit=1`)).json<{ data: object[] }>();
    assert.deepEqual(list.data, [second]);
    const old = assertTemplate(await deployment.get(`${PATH}/${name}?version=1`));
    assert.deepEqual([old.version, old.variables], [first.version, ['a', 'b']]);
  },
);

check('PTPL-07 PTPL-08 PTPL-16', 'any label is set, moved and removed', async (deployment) => {
  const name = newName();
  await create(deployment, { name, messages: [user('1')], labels: ['staging', 'anything'] });
  const { labels } = await create(deployment, { name, messages: [user('2')], labels: ['staging'] });
  assert.deepEqual(labels, { staging: 2, anything: 1 });
  const moved = assertTemplate(await setLabel(deployment, `${name}/labels/production`, 1));
  assert.deepEqual(moved.labels, { staging: 2, anything: 1, production: 1 });
  const removed = assertTemplate(await setLabel(deployment, `${name}/labels/anything`, null));
  assert.deepEqual(removed.labels, { staging: 2, production: 1 });
  assertError(await setLabel(deployment, `${name}/labels/latest`, 1), {
    status: 400,
    code: 'invalid_name',
    param: 'label',
  });
  assertError(await setLabel(deployment, `${name}/labels/x`, 3), {
    status: 404,
    code: 'prompt_template_version_not_found',
    param: 'version',
  });
  assertError(await setLabel(deployment, `${newName()}/labels/x`, 1), { ...NONE, param: 'template' });
});

check('PTPL-04', 'the same name in another workspace is another template', async (deployment) => {
  const name = newName();
  const body = { name, messages: [user('x')] };
  const [mine, other] = [await create(deployment, body), await create(deployment, body, { as: 'research' })];
  assert.notEqual(mine.id, other.id);
  assertError(await deployment.get(`${PATH}/${mine.id}`, { as: 'research' }), {
    ...NONE,
    param: 'template',
  });
});

check(
  'PTPL-05',
  'a model call can use a template by label and by version, on messages and on chat with chat extensions',
  async (deployment) => {
    const name = newName();
    await create(deployment, { name, messages: [user('One {{word}}')], labels: ['production'] });
    await create(deployment, { name, messages: [user('Two')] });
    for (const prompt of [
      { template: `${name}@production`, variables: { word: 'x' } },
      { template: `${name}-v1`, variables: { word: 'x' } },
      { template: `${name}-v2` },
    ]) {
      await wholeMessage(deployment, { prompt, messages: undefined });
      assert.equal(
        (await chat(deployment, { prompt, stream: false, messages: undefined }, FLAG)).status,
        200,
      );
    }
  },
);

check(
  'PTPL-05',
  'a reference must have one of the two forms, and exist in the workspace',
  async (deployment) => {
    const name = newName();
    await create(deployment, { name, messages: [user('One {{word}}')] });
    await create(deployment, { name, messages: [user('Two')] });
    const refused = (prompt: object, code: string, param: string, status = 400): Promise<unknown> =>
      assertMessageRefused(deployment, { prompt, messages: undefined }, { status, code, param });
    await refused({ template: name }, 'invalid_request', 'prompt.template');
    await refused({ template: `${name}@staging` }, 'prompt_template_not_found', 'prompt.template', 404);
    await refused({ template: `${name}-v3` }, 'prompt_template_version_not_found', 'prompt.template', 404);
    await refused({ template: `${name}-v1` }, 'missing_variable', 'prompt.variables.word');
    const extra = { template: `${name}-v2`, variables: { word: 'x' } };
    await refused(extra, 'unknown_variable', 'prompt.variables.word');
    const external = await message(
      deployment,
      { prompt: { template: `${name}-v2` }, messages: undefined },
      { as: 'research' },
    );
    assertError(external, { ...NONE, param: 'prompt.template' });
  },
);

check('PTPL-17', 'an admin key is refused', async (deployment) => {
  const refused = { status: 403, code: 'inference_not_allowed' };
  assertError(await deployment.get(PATH, { as: 'admin' }), refused);
  assertError(
    await deployment.post(PATH, { name: newName(), messages: [user('x')] }, { as: 'admin' }),
    refused,
  );
});
