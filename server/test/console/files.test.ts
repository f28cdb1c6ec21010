import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, Svc, type Files } from '@svc/sdk';
import { httpDatabases } from '#test-kit';
import { startConsoleFixture, type ConsoleFixture, type Someone } from './console-fixture.ts';

const NOTES = { file: new File(['hello'], 'notes.txt'), purpose: 'document' } as const;

describe.each(await httpDatabases(import.meta.filename))('files in the Console on $kind', (database) => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await startConsoleFixture(database);
  });
  afterAll(() => fixture?.stop());

  /** A workspace's files, as a user's pages access them. */
  const filesOf = async (someone: Someone, workspace: string): Promise<Files> => {
    const browser = await fixture.browserOf(someone);
    const token = (await browser.get('/console/api/me')).body['csrf_token'] as string;
    const { baseUrl } = fixture.service;
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Svc({
      baseUrl: baseUrl.replace('localhost', '127.0.0.1'),
      session: { csrfToken: () => token, workspaceId: fixture.ids[workspace]! },
      headers: { cookie, origin: new URL(baseUrl).origin },
      maxRetries: 0,
    }).files;
  };
  const refusalOf = async (outcome: Promise<unknown>): Promise<string> => {
    const error = await outcome.then(
      () => 'no refusal',
      (cause: unknown) => cause,
    );
    return error instanceof ApiError ? `${error.status} ${error.code}` : String(error);
  };
  const readyFile = async (files: Files, upload: Parameters<Files['create']>[0] = NOTES): Promise<string> => {
    const { id } = await files.create(upload);
    while ((await files.retrieve(id)).status === 'processing') await delay(20);
    return id;
  };
  const byKey = (path: string, key: keyof ConsoleFixture['secrets']) =>
    fetch(`http://127.0.0.1:${fixture.service.port}/v1/files${path}`, {
      headers: { authorization: `Bearer ${fixture.secrets[key]}` },
    });

  it('D-CONS-6 FILE-31 are those of the workspace, as its keys see them', async () => {
    const research = await filesOf('workspace_admin', 'Research');
    const id = await readyFile(research);
    expect((await byKey(`/${id}`, 'research')).status).toBe(200);
    expect((await byKey(`/${id}`, 'pia')).status).toBe(404);
    const elsewhere = await filesOf('owner', 'Default');
    expect(await refusalOf(elsewhere.retrieve(id))).toBe('404 file_not_found');
    expect(await refusalOf(elsewhere.content(id))).toBe('404 file_not_found');
    expect(await refusalOf(elsewhere.delete(id))).toBe('404 file_not_found');
    expect((await elsewhere.list()).data).toEqual([]);
    expect((await research.list({ purpose: 'document' })).data.map((file) => file.id)).toEqual([id]);
  });

  it('D-FILE-2 are downloaded with headers that keep a page from running them', async () => {
    const files = await filesOf('owner', 'Default');
    const content = await files.content(await readyFile(files), { range: { start: 1, end: 3 } });
    expect([content.status, await content.text()]).toEqual([206, 'el']);
    expect(Object.fromEntries(content.headers)).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''notes.txt",
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(content.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('D-IDEM-2 D-ADM-6 are uploaded once per idempotency key, and actions of users are audited', async () => {
    const files = await filesOf('second_developer', 'Default');
    const create = () => files.create(NOTES, { idempotencyKey: 'once' });
    const [{ id }, again] = [await create(), await create()];
    expect(again.id).toBe(id);
    await files.delete(id);
    const { body } = await fixture.as('owner', 'GET', `/audit_events?resource_id=${id}`);
    const events = body.data as { event: string; workspace_id: string; actor: { email: string } }[];
    expect(events.map(({ event, workspace_id, actor }) => [event, workspace_id, actor.email])).toEqual([
      ['file.deleted', fixture.ids['Default'], 'dirk@acme.test'],
      ['file.created', fixture.ids['Default'], 'dirk@acme.test'],
    ]);
  });

  it('D-ADM-7 and batches of them that users create and cancel are audited', async () => {
    const line = {
      endpoint: '/v1/chat/completions',
      body: { messages: [{ role: 'user', content: 'Hello' }] },
    };
    // So many that the batch is still running when it is canceled.
    const lines = Array.from({ length: 2000 }, (_, n) => JSON.stringify({ custom_id: String(n), ...line }));
    const file = new File([lines.join('\n')], 'lines.jsonl');
    const input = await readyFile(await filesOf('owner', 'Default'), { file, purpose: 'batch' });
    const batches = `/workspaces/${fixture.ids['Default']}/batches`;
    const { id } = (await fixture.as('owner', 'POST', batches, { input_file_id: input })).body;
    expect((await fixture.as('owner', 'POST', `${batches}/${id}/cancel`)).status).toBe(200);
    const { body } = await fixture.as('owner', 'GET', `/audit_events?resource_id=${id}`);
    const events = body.data as { event: string; workspace_id: string; actor: { email: string } }[];
    expect(events.map(({ event, workspace_id, actor }) => [event, workspace_id, actor.email])).toEqual([
      ['batch.canceled', fixture.ids['Default'], 'olga@acme.test'],
      ['batch.created', fixture.ids['Default'], 'olga@acme.test'],
    ]);
  });

  it('D-FILE-6 report the storage in use', async () => {
    const before = await fixture.as('owner', 'GET', `/workspaces/${fixture.ids['Default']}/file_quota`);
    await (await filesOf('owner', 'Default')).create(NOTES);
    const { body } = await fixture.as('owner', 'GET', `/workspaces/${fixture.ids['Default']}/file_quota`);
    expect(body).toEqual({
      ...before.body,
      files: before.body.files + 1,
      bytes: before.body.bytes + 5,
      files_limit: 10_000,
      bytes_limit: 107_374_182_400,
    });
  });

  it('D-WORK-2 WORK-30 stay readable but unchangeable in an archived workspace', async () => {
    const closed = await filesOf('owner', 'Closed');
    expect((await closed.list()).data).toEqual([]);
    expect(await refusalOf(closed.create(NOTES))).toBe('409 resource_conflict');
  });

  it('D-CONS-3 are not stored when the user loses the role during the upload', async () => {
    const files = await filesOf('second_developer', 'Default');
    const path = `/workspaces/${fixture.ids['Default']}/members/${fixture.ids['second_developer']}`;
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(70_000).fill(97);
      const { status } = await fixture.as('owner', 'PATCH', path, { role: 'workspace_user' });
      expect(status).toBe(200);
      yield new Uint8Array(10).fill(97);
    }
    const count = async () =>
      (await fixture.as('owner', 'GET', `/workspaces/${fixture.ids['Default']}/file_quota`)).body.files;
    const before = await count();
    const upload = files.create({ file: slow(), filename: 'a.txt', purpose: 'document' });
    expect(await refusalOf(upload)).toBe('403 role_required');
    expect(await count()).toBe(before);
  });
});
