import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LIST_KEY, ListDouble, oneModel, openaiEngine, usualDatabase } from '#test-kit';
import { refusal, startOperatorFixture, type OperatorFixture } from './operator-fixture.ts';

const MODEL = 'Svc Standard';
let double: ListDouble;
let fixture: OperatorFixture;
let written: string;

beforeAll(async () => {
  double = await ListDouble.start();
  const { models, ...rest } = oneModel({}) as { models: object[] };
  const routes = [{ engine: 'main', model: 'gpt-4o', cost: { input: 3, output: 10 } }];
  fixture = await startOperatorFixture(
    await usualDatabase(),
    {},
    {
      ...rest,
      engines: { main: openaiEngine(`${double.url}/v1`, { api_key: LIST_KEY }), own: { type: 'sandbox' } },
      models: models.map((model) => ({ ...model, routes })),
    },
  );
  written = await readFile(path(), 'utf8');
});
afterAll(async () => {
  await fixture?.stop();
  await double[Symbol.asyncDispose]();
});
afterEach(async () => {
  double.answer = undefined;
  await writeFile(path(), written);
});

const path = () => join(fixture.service.dataDir, 'svc.yaml');
const list = (engine = 'main', key?: string) =>
  fixture.api('GET', `/engines/${engine}/offered_models`, key ? { key } : {});

it('D-ENG-32 D-ENG-33: compares what an engine offers with the file and the catalog, and writes nothing', async () => {
  const { status, body } = await list('main', fixture.keys.operator_viewer);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: 'offered_models',
    engine: 'main',
    source: path(),
    catalog: { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
    differs: [
      { id: MODEL, engine_model: 'gpt-4o', field: 'routes[0].cost.input', configured: 3, catalog: 2.5 },
    ],
  });
  expect(body.offered).toContainEqual({
    model: 'gpt-4o',
    base_model: null,
    kind: 'chat',
    in_catalog: true,
    configured_as: [MODEL],
  });
  expect(body.add.map(({ id }: { id: string }) => id)).toEqual([
    'gpt-4o-mini-2024-07-18',
    'text-embedding-3-small',
    'my-own',
  ]);
  for (const { yaml, ...entry } of body.add) {
    expect(parse(yaml)).toEqual([entry]);
    // No alias: the price is changed, and the cost is not.
    expect(yaml).not.toMatch(/[&*]/);
  }
  expect(JSON.stringify(body)).not.toContain(LIST_KEY);
  expect(await readFile(path(), 'utf8')).toBe(written);
});

it('gives entries that the service takes once they are in the file', async () => {
  const { body } = await list();
  const file = JSON.parse(written) as { models: object[] };
  const added = body.add.flatMap(({ yaml }: { yaml: string }) => parse(yaml) as object[]);
  await writeFile(path(), JSON.stringify({ ...file, models: [...file.models, ...added] }));
  expect((await fixture.api('GET', '/configuration/file')).body).toMatchObject({ status: 'changed' });
  // Compared with the file as it is now, applied or not.
  expect((await list()).body.add).toEqual([]);
});

it.each<[string, () => Promise<unknown>, string, RegExp]>([
  ['an engine that has no list', async () => undefined, 'own', /Engines of type sandbox have no list/],
  [
    'a refused credential, without the engine’s words',
    async () => (double.answer = [401, { error: { message: LIST_KEY } }]),
    'main',
    /^The engine main refused its credential \(401\)/,
  ],
  ['a failure', async () => (double.answer = [500, {}]), 'main', /status 500/],
  ['a file that is not valid', () => writeFile(path(), '{'), 'main', /file is not valid/],
])('tells of %s with 409', async (_, prepare, engine, message) => {
  await prepare();
  const reply = await list(engine);
  expect(refusal(reply)).toBe('409 resource_conflict');
  expect(reply.body.error.message).toMatch(message);
  expect(JSON.stringify(reply.body)).not.toContain(LIST_KEY);
});

it('knows no engine that is none', async () => {
  for (const name of ['other', '__proto__']) expect(refusal(await list(name))).toBe('404 engine_not_found');
});
