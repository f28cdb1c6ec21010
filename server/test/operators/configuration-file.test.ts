import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualDatabase } from '#test-kit';
import { refusal, startOperatorFixture, type OperatorFixture } from './operator-fixture.ts';

let fixture: OperatorFixture;

beforeAll(async () => {
  const database = await usualDatabase();
  fixture = await startOperatorFixture(database);
});
afterAll(() => fixture?.stop());

const path = () => join(fixture.service.dataDir, 'svc.yaml');
const read = async () => (await fixture.api('GET', '/configuration/file')).body;
const reload = (digest: unknown, key?: string) =>
  fixture.api('POST', '/configuration/reload', { body: { digest }, ...(key ? { key } : {}) });

async function change(settings: object): Promise<void> {
  const before = JSON.parse(await readFile(path(), 'utf8')) as object;
  await writeFile(path(), JSON.stringify({ ...before, ...settings }));
}

it('shows what a reload would change, and changes it once it is asked to', async () => {
  expect(await read()).toMatchObject({ source: path(), status: 'unchanged', problems: [], changes: [] });
  await change({ drain_seconds: 7 });
  const file = await read();
  expect(file).toMatchObject({
    status: 'changed',
    changes: [{ path: 'drain_seconds', to: '7', needs_restart: false }],
    change_count: 1,
  });
  expect(fixture.service.readiness().configuration).not.toBe(file.digest);
  const response = await reload(file.digest);
  expect([response.status, response.body]).toEqual([
    200,
    { type: 'configuration_reload', digest: file.digest, change_count: 1 },
  ]);
  expect(fixture.service.readiness().configuration).toBe(file.digest);
  expect(await read()).toMatchObject({ status: 'unchanged', digest: file.digest });
  const { data } = (await fixture.api('GET', '/events?limit=10')).body;
  expect(data.find(({ event }: { event: string }) => event === 'configuration.reloaded')).toMatchObject({
    resource: { type: 'node' },
    changes: { drain_seconds: { to: '7' } },
  });
});

it('refuses a file that is another one than was looked at, and viewers', async () => {
  await change({ drain_seconds: 8 });
  const { digest } = await read();
  await change({ drain_seconds: 9 });
  expect(refusal(await reload(digest))).toBe('409 resource_conflict digest');
  expect(refusal(await reload(''))).toBe('400 invalid_parameter digest');
  const current = (await read()).digest;
  expect(refusal(await reload(current, fixture.keys.operator_viewer))).toBe('403 role_required');
  expect(await read()).toMatchObject({ status: 'changed', change_count: 1 });
});

it('says what is wrong with a file, and keeps the settings in force', async () => {
  const before = fixture.service.readiness().configuration;
  await change({ drain_seconds: 'long', colour: 'red' });
  const file = await read();
  expect(file).toMatchObject({
    source: path(),
    status: 'invalid',
    digest: null,
    changes: [],
    change_count: 0,
  });
  expect(file.problems.map((problem: { path: string }) => problem.path).toSorted()).toEqual([
    'colour',
    'drain_seconds',
  ]);
  expect(refusal(await reload('81c5d20f6a3b9e47'))).toBe('409 resource_conflict');
  expect(fixture.service.readiness().configuration).toBe(before);
});
