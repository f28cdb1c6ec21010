import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { FLAGS, listIds, listModels } from './catalog.ts';
import {
  defaultModelPath,
  hasFixtureModels,
  IN_PLAN,
  requireFixtureModels,
  WITH_UNAVAILABLE,
} from './offered.ts';

const badValue = (param: string) => ({ status: 400, code: 'invalid_request', param });

check(
  'MODEL-17',
  'the list is an object with data, the default model first, then the newest first (D-58)',
  async (deployment) => {
    const response = await deployment.get('/v1/models');
    assert.equal(response.status, 200);
    assert.equal(response.headers['content-type'], 'application/json');
    const body = response.json<{
      object: string;
      data: { id: string; default: boolean; created: number }[];
    }>();
    assert.deepEqual(Object.keys(body).toSorted(), ['data', 'object'], 'no paging');
    assert.equal(body.object, 'list');
    const [first, ...rest] = body.data;
    assert.equal(first?.default, true);
    const sorted = rest.toSorted((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1));
    assert.deepEqual(rest, sorted);
    const ids = body.data.map(({ id }) => id);
    if (await hasFixtureModels(deployment)) assert.deepEqual(ids, IN_PLAN);
  },
);

check(
  'MODEL-18',
  'every model has id, object and created, for clients that know only these',
  async (deployment) => {
    for (const { id, object, created } of await listModels(deployment)) {
      assert.deepEqual([typeof id, object, typeof created], ['string', 'model', 'number']);
    }
  },
);

check(
  'MODEL-07 MODEL-20',
  'models outside the plan are omitted, or shown as unavailable',
  async (deployment) => {
    await requireFixtureModels(deployment);
    assert.deepEqual(await listIds(deployment), IN_PLAN);
    assert.deepEqual(await listIds(deployment, '?include_unavailable=false'), IN_PLAN);
    const all = await listModels(deployment, '?include_unavailable=true');
    assert.deepEqual(
      all.map(({ id }) => id),
      WITH_UNAVAILABLE,
    );
    for (const { id, available } of all) assert.equal(available, id !== 'Svc Premium', id);
  },
);

check('MODEL-21', 'include_unavailable must be true or false, and given once', async (deployment) => {
  for (const value of ['1', '0', 'TRUE', 'True', 'yes', '', 'null', '%20true']) {
    assertError(
      await deployment.get(`/v1/models?include_unavailable=${value}`),
      badValue('include_unavailable'),
    );
  }
  assertError(await deployment.get('/v1/models?include_unavailable'), badValue('include_unavailable'));
  assertError(
    await deployment.get('/v1/models?include_unavailable=true&include_unavailable=true'),
    badValue('include_unavailable'),
  );
});

check('MODEL-22', 'capability filters the list, and several are combined with AND', async (deployment) => {
  await requireFixtureModels(deployment);
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['?capability=tools', ['Svc Standard', 'Svc Code']],
    ['?capability=vision', ['Svc Code']],
    ['?capability=vision&capability=tools', ['Svc Code']],
    ['?capability=vision&capability=json_object', []],
    ['?capability=tools&capability=tools', ['Svc Standard', 'Svc Code']],
    ['?capability=vision&include_unavailable=true', ['Svc Premium', 'Svc Code']],
    ['?capability=seed', []],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await listIds(deployment, query), expected, query);
});

check('MODEL-22', 'each of the 14 capability flags can be filtered by', async (deployment) => {
  const all = await listModels(deployment);
  for (const flag of FLAGS) {
    const expected = all.filter(({ capabilities }) => capabilities[flag]).map(({ id }) => id);
    assert.deepEqual(await listIds(deployment, `?capability=${flag}`), expected, flag);
  }
});

check('MODEL-23', 'an unknown capability is refused (D-58)', async (deployment) => {
  for (const query of [
    'foo',
    '',
    'Tools',
    'server_tools',
    'tools,vision',
    'tools&capability=foo',
    '__proto__',
    'constructor',
    'toString',
  ]) {
    assertError(await deployment.get(`/v1/models?capability=${query}`), {
      status: 400,
      code: 'invalid_capability',
      param: 'capability',
    });
  }
});

check('MODEL-24', 'surface filters the list, and defaults to api (D-59)', async (deployment) => {
  await requireFixtureModels(deployment);
  const everywhere = ['Svc Standard', 'Svc Leaving', 'Svc Retained', 'Svc Small'];
  const expected = {
    api: IN_PLAN,
    cli: [...everywhere, 'Svc Code'],
    terminal: everywhere,
    desktop: everywhere,
  };
  for (const [surface, ids] of Object.entries(expected)) {
    assert.deepEqual(await listIds(deployment, `?surface=${surface}`), ids, surface);
    assert.deepEqual(
      await listIds(deployment, `?surface=${surface}`, 'code_client'),
      ids,
      `${surface} for another kind of key`,
    );
  }
  assert.deepEqual(await listIds(deployment, '', 'code_client'), IN_PLAN, 'omitted');
});

check('MODEL-24 MODEL-29', 'a model is read with the surfaces that list it (D-59)', async (deployment) => {
  await requireFixtureModels(deployment);
  for (const surface of ['api', 'cli', 'terminal', 'desktop']) {
    const listed = await listIds(deployment, `?surface=${surface}`);
    for (const id of [...IN_PLAN, 'Svc Code']) {
      const { status } = await deployment.get(`/v1/models/${encodeURIComponent(id)}?surface=${surface}`);
      assert.equal(status, listed.includes(id) ? 200 : 404, `${id} with ${surface}`);
    }
  }
});

check('MODEL-25', 'an unknown surface is refused', async (deployment) => {
  for (const value of ['web', 'API', '', 'api,cli', '__proto__']) {
    for (const path of ['/v1/models', '/v1/models/Svc%20Standard'])
      assertError(await deployment.get(`${path}?surface=${value}`), {
        status: 400,
        code: 'invalid_surface',
        param: 'surface',
      });
  }
  assertError(await deployment.get('/v1/models?surface=api&surface=api'), badValue('surface'));
});

check('MODEL-17', 'unknown query parameters are ignored (D-07)', async (deployment) => {
  assert.deepEqual(
    await listIds(deployment, '?limit=1&after=x&Surface=web&=&&%ZZ'),
    await listIds(deployment),
  );
});

check(
  'MODEL-27',
  'a list and a model may be cached privately for five minutes (D-15)',
  async (deployment) => {
    for (const path of ['/v1/models', await defaultModelPath(deployment)]) {
      const { headers } = await deployment.get(path);
      assert.equal(headers['cache-control'], 'private, max-age=300', path);
      assert.match(String(headers.vary), /\bAuthorization\b/i, path);
    }
  },
);
