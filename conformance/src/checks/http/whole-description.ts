import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { DESCRIBED_BETAS, NEWEST_VERSION, OPERATIONS } from '@svc/contract';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';

const PATH = '/api/openapi';

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly object[];
  readonly responses: Readonly<
    Record<
      string,
      { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly schema: object }>> }
    >
  >;
  readonly 'x-svc-beta'?: string;
  readonly 'x-svc-since': string;
}

interface Whole {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly securitySchemes: object;
    readonly responses: Readonly<Record<string, Described['responses'][string]>>;
  };
}

async function ask(deployment: Deployment, query: string): Promise<Whole> {
  const reply = await deployment.send(`${PATH}?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return parse(reply.text) as Whole;
}

const everything = (deployment: Deployment): Promise<Whole> =>
  ask(deployment, `version=${NEWEST_VERSION}&beta=${DESCRIBED_BETAS.join()}`);

const operationsOf = ({ paths }: Whole): Described[] =>
  Object.values(paths).flatMap((item) => Object.values(item));

check(
  'OAS-08',
  'version and beta select what is described, and invalid values are refused',
  async (deployment) => {
    const idsOf = (whole: Whole): string[] => operationsOf(whole).map(({ operationId }) => operationId);
    const plain = idsOf(await ask(deployment, `version=${NEWEST_VERSION}`));
    const withFlag = idsOf(await ask(deployment, 'beta=webhooks-2026-11-01'));
    const added = withFlag.filter((id) => !plain.includes(id));
    const opened = OPERATIONS.filter(({ beta }) => beta === 'webhooks-2026-11-01').map(({ id }) => id);
    assert.deepEqual(added.toSorted(), opened.toSorted());
    const refused = async (query: string, code: string, param: string): Promise<unknown> =>
      assertError(await deployment.send(`${PATH}?${query}`), { status: 400, code, param });
    await refused('version=1999-01-01', 'invalid_version', 'version');
    await refused('beta=nope-2026-01-01', 'unknown_beta', 'beta');
  },
);

check('OAS-09', 'with all flags it has every operation', async (deployment) => {
  const { paths } = await everything(deployment);
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(
    described.toSorted(),
    OPERATIONS.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

check('OAS-10', 'its tags are the nine of the contract', async (deployment) => {
  const { tags } = await everything(deployment);
  assert.deepEqual(tags.map(({ name }) => name).toSorted(), [
    'Admin',
    'Agents',
    'Batches',
    'Files',
    'Messages',
    'Models',
    'Sessions',
    'Tools',
    'Webhooks',
  ]);
});

check('OAS-11', 'its security schemes are InferenceKey and AdminKey', async (deployment) => {
  const whole = await everything(deployment);
  assert.deepEqual(Object.keys(whole.components.securitySchemes).toSorted(), ['AdminKey', 'InferenceKey']);
  for (const { operationId, security } of operationsOf(whole))
    for (const scheme of security.flatMap((one) => Object.keys(one)))
      assert.ok(scheme in whole.components.securitySchemes, `${operationId} ${scheme}`);
});

check('OAS-12', 'every error response has the schema Error', async (deployment) => {
  const whole = await everything(deployment);
  for (const { operationId, responses } of operationsOf(whole))
    for (const [status, response] of Object.entries(responses).filter(([code]) => Number(code) >= 400)) {
      const { content = {} } = response.$ref
        ? whole.components.responses[response.$ref.slice(response.$ref.lastIndexOf('/') + 1)]!
        : response;
      for (const { schema } of Object.values(content))
        assert.deepEqual(schema, { $ref: '#/components/schemas/Error' }, `${operationId} ${status}`);
    }
});

check('OAS-13', 'lists share the pagination parameters', async (deployment) => {
  const operations = operationsOf(await everything(deployment));
  const list = operations.find(({ operationId }) => operationId === 'listWorkspaces');
  for (const name of ['Limit', 'AfterId', 'BeforeId'])
    assert.ok(
      list?.parameters?.some((one) => '$ref' in one && one.$ref === `#/components/parameters/${name}`),
      name,
    );
});

check('OAS-14', 'streaming operations document an event stream response', async (deployment) => {
  const { paths } = await ask(deployment, `version=${NEWEST_VERSION}`);
  for (const path of ['/v1/chat/completions', '/v1/messages'])
    assert.ok(paths[path]?.['post']?.responses['200']?.content?.['text/event-stream'], path);
});

check(
  'OAS-15',
  'operations have their beta flag and the version that introduced them',
  async (deployment) => {
    for (const described of operationsOf(await everything(deployment))) {
      const operation = OPERATIONS.find(({ id }) => id === described.operationId);
      assert.equal(described['x-svc-beta'], operation?.beta, described.operationId);
      assert.match(described['x-svc-since'], /^\d{4}-\d\d-\d\d$/, described.operationId);
    }
  },
);

check('OAS-17', 'its version is the version date', async (deployment) => {
  assert.equal((await ask(deployment, `version=${NEWEST_VERSION}`)).info.version, NEWEST_VERSION);
  assert.equal((await ask(deployment, 'beta=agents-2026-11-01')).info.version, NEWEST_VERSION);
});
