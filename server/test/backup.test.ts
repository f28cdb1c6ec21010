import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { controlClient } from '../src/control/index.ts';
import { MAIN_KEY } from '#test-kit';
import {
  ASK,
  directory,
  installProcessHooks,
  readStore,
  run,
  start,
  writeServiceFiles,
  type Started,
} from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });
installProcessHooks();

const KEY = Buffer.alloc(32, 9).toString('base64');
const CALLERS = 6;

/** Calls that never pause, and the ids of those that were answered to the end. */
class Calls {
  readonly finished: string[] = [];
  readonly #service: Started;
  readonly #callers: Promise<void>[];
  #stopped = false;

  constructor(service: Started) {
    this.#service = service;
    this.#callers = Array.from({ length: CALLERS }, () => this.#call());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
  }

  async #call(): Promise<void> {
    while (!this.#stopped) {
      try {
        const response = await this.#service.ask(MAIN_KEY, { ...ASK, stream: true });
        const text = await response.text();
        if (text.endsWith('data: [DONE]\n\n')) this.finished.push(response.headers.get('x-request-id')!);
      } catch {
        await delay(20);
      }
    }
  }
}

async function upload(service: Started, name: string, text: string): Promise<string> {
  const form = new FormData();
  form.set('purpose', 'code_input');
  form.set('file', new Blob([text], { type: 'text/plain' }), name);
  const response = await fetch(`${service.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${MAIN_KEY}` },
    body: form,
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

async function download(service: Started, id: string): Promise<string> {
  const headers = { authorization: `Bearer ${MAIN_KEY}` };
  return (await fetch(`${service.url}/v1/files/${id}/content`, { headers })).text();
}

it('svc backup under load: what is restored elsewhere has every call and file of before, and works', async () => {
  const env = { ...writeServiceFiles(), SVC_DATA_KEY: KEY };
  const source = await start(env);
  const id = await upload(source, 'early.txt', 'early '.repeat(50_000));
  const calls = new Calls(source);
  await expect.poll(() => calls.finished.length, { timeout: 20_000 }).toBeGreaterThan(20);
  const before = [...calls.finished];
  expect(await run(['backup', 'b.tar'], env)).toMatchObject({ code: 0, err: '' });
  expect(statSync(join(directory, 'b.tar')).mode & 0o777).toBe(0o600);
  const atEnd = calls.finished.length;
  await expect.poll(() => calls.finished.length, { timeout: 20_000 }).toBeGreaterThan(atEnd + 10);
  // The reader has everything before the service writes its log.
  await expect.poll(() => source.output().includes('"msg":"backup complete"')).toBe(true);
  await source.end('SIGKILL');
  await calls.stop();

  const dataDir = join(directory, 'restored');
  const there = { ...env, SVC_DATA_DIR: dataDir };
  expect(await run(['restore', 'b.tar'], there)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /Restored the backup of .*\n {2}1 organization, 1 user, 2 API keys, 1 file\n/,
    ) as string,
  });
  const restored = await start(there);
  expect((await restored.ask()).status).toBe(200);
  expect(await download(restored, id)).toBe('early '.repeat(50_000));
  expect(await run(['ledger', 'check'], there)).toMatchObject({ code: 0 });
  expect(await run(['files', 'check'], there)).toMatchObject({ code: 0 });
  expect(await restored.end('SIGTERM')).toEqual([0, null]);
  const records = await readStore(
    (db) => db.selectFrom('usage_records').select('request_id').execute(),
    dataDir,
  );
  const ids = records.map(({ request_id: requestId }) => requestId);
  expect(before.filter((one) => !ids.includes(one))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it('svc backup to standard output of a stopped service, and its refusals', async () => {
  const env = { ...writeServiceFiles(), SVC_DATA_KEY: KEY };
  expect(await run(['backup', 'b.tar'], { ...env, SVC_DATA_DIR: join(directory, 'none') })).toMatchObject({
    code: 1,
    err: `There is nothing to back up: ${join(directory, 'none')} has no database. Set SVC_DATA_DIR.\n`,
  });
  const { code, out, err } = await run(['backup', '-'], env);
  expect(code).toBe(0);
  expect(out).toMatch(/^manifest\.json\0/);
  expect(err.split('\n')).toEqual([
    expect.stringMatching(/^Backed up \d+\.\d MB\.$/),
    'The data key (SVC_DATA_KEY) is not in it, and without the key it cannot be restored. Keep a copy elsewhere.',
    'Files and stored secrets are sealed in it. Names, addresses, templates and usage are plain: encrypt it.',
    '',
  ]);
  writeFileSync(join(directory, 'b.tar'), '');
  expect(await run(['backup', 'b.tar'], env)).toEqual({
    code: 1,
    out: '',
    err: 'b.tar exists already. Choose another name, or remove it.\n',
  });
  expect(await run(['restore', 'b.tar'], env)).toEqual({
    code: 1,
    out: '',
    err: `${join(directory, 'data')} is not empty (database, files). Move it away, or set SVC_DATA_DIR to an empty directory. Nothing was restored.\n`,
  });
  expect(await run(['restore', 'b.tar'], { ...env, SVC_DATA_DIR: join(directory, 'new') })).toEqual({
    code: 1,
    out: '',
    err: 'The backup is incomplete: it ends too early. Nothing was restored.\n',
  });
});

it('svc backup says what to do instead where the database is PostgreSQL', async () => {
  const env = { ...writeServiceFiles(), SVC_DATA_KEY: KEY, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  expect(await run(['backup', 'b.tar'], env)).toEqual({
    code: 1,
    out: '',
    err: [
      'The database is PostgreSQL, which svc backup does not back up. Run these instead, in this order:',
      '  pg_dump --format=custom --file=svc.dump "$DATABASE_URL"',
      `  rsync -a ${join(directory, 'data', 'files')}/ svc-files/`,
      'How to restore them: docs/backup.md.\n',
    ].join('\n'),
  });
  expect(await run(['restore', 'b.tar'], env)).toMatchObject({
    code: 1,
    err: 'DATABASE_URL is set, and a backup is of the embedded database. Unset it, or restore PostgreSQL with pg_restore (docs/backup.md). Nothing was restored.\n',
  });
});

it('a service that is killed during a backup leaves no backup, and one that stops says so', async () => {
  const env = { ...writeServiceFiles(), SVC_DATA_KEY: KEY };
  const service = await start(env);
  const client = await controlClient(join(directory, 'data'));
  const chunks = await client!.download('POST /backup');
  expect(await run(['backup', 'b.tar'], env)).toMatchObject({
    code: 1,
    err: 'Another backup is running. Try again when it is done.\n',
  });
  const broken = Array.fromAsync(chunks).catch((error: unknown) => error);
  await service.end('SIGKILL');
  expect(await broken).toMatchObject({ code: 'ECONNRESET' });
  expect(readdirSync(directory).filter((name) => name.includes('tar'))).toEqual([]);
});
