import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOwnRedis, testDatabases, testRedisUrl, type OpenTestDatabase, type OwnRedis } from '#test-kit';
import { startFilesFixture, textFile, type FilesFixture, type Reply } from './files-fixture.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;
const ROOM_BYTES = 1_000_000;
const DAY_S = 86_400;

describe.runIf(canRun)('files on two nodes that share their folder', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let folder: string;
  let nodes: FilesFixture[] = [];
  const here = (): FilesFixture => nodes[0]!;
  const there = (): FilesFixture => nodes[1]!;
  const onBoth = <T>(count: number, ask: (node: FilesFixture, i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(nodes[i % 2]!, i)));

  beforeAll(async () => {
    redis = await startOwnRedis();
    opened = await postgres!.open();
    folder = await mkdtemp(join(tmpdir(), 'svc-two-nodes-'));
    for (let i = 0; i < 2; i++)
      nodes.push(
        await startFilesFixture(
          { workspace_storage_bytes: ROOM_BYTES, files_batches_models_requests_per_minute: 100_000 },
          { DATABASE_URL: opened.databaseUrl!, REDIS_URL: redis.url },
          { storage: { type: 'local', path: folder, shared: true } },
        ),
      );
  });
  beforeEach(async () => {
    const { body } = await here().request('GET', '/v1/files?limit=100');
    for (const { id } of body['data']) await here().request('DELETE', `/v1/files/${id}`);
  });
  afterAll(async () => {
    for (const node of nodes) await node.service.stop();
    nodes = [];
    await opened.close();
    await redis.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const send = (node: FilesFixture, bytes: number, headers: Record<string, string> = {}): Promise<Reply> =>
    node.upload(
      [
        ['purpose', 'document'],
        ['file', textFile('a.txt', 'x'.repeat(bytes))],
      ],
      { headers },
    );

  it('FILE-24 D-FILE-6 fill a workspace exactly to its last byte, whichever node accepts them', async () => {
    const replies = await onBoth(12, (node) => send(node, ROOM_BYTES / 4));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 4 }, () => 201),
      ...Array.from({ length: 8 }, () => 507),
    ]);
    expect((await send(there(), 1)).status).toBe(507);
  });

  it('D-IDEM-2 one upload sent to both concurrently is one file', async () => {
    const headers = { 'idempotency-key': 'both' };
    const replies = await onBoth(6, (node) => send(node, 1000, headers));
    const created = replies.filter(({ status }) => status === 201);
    for (const { status } of replies) expect([201, 409]).toContain(status);
    expect(new Set(created.map(({ body }) => body['id'])).size).toBe(1);
    expect((await here().request('GET', '/v1/files')).body['data']).toHaveLength(1);
    const again = await send(there(), 1000, headers);
    expect([again.status, again.body['id']]).toEqual([201, created[0]!.body['id']]);
  });

  it('D-FILE-1 D-FILE-2 can be read, downloaded and deleted on either, and one of several deletions succeeds', async () => {
    const { id } = await here().prepared('document', textFile('a.txt', 'hello'));
    expect((await there().request('GET', `/v1/files/${id}/content`)).body['text']).toBe('hello');
    const deletions = await onBoth(6, (node) => node.request('DELETE', `/v1/files/${id}`));
    const statuses = deletions.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await here().request('GET', `/v1/files/${id}`)).status).toBe(404);
  });

  it('FILE-28 D-FILE-7 expire once, with one event, whichever node is first', async () => {
    const replies = await onBoth(10, (node) =>
      node.upload([
        ['purpose', 'document'],
        ['expires_after_days', '1'],
        ['file', textFile()],
      ]),
    );
    const ids = replies.map(({ body }) => body['id'] as string);
    await Promise.all(nodes.map((node) => node.service.advance(DAY_S + 1)));
    for (const id of ids) expect((await there().request('GET', `/v1/files/${id}`)).status).toBe(404);
    const { events, rows } = await here().service.drainAndRead(async (db) => ({
      events: await db
        .selectFrom('outbox_events')
        .select('body')
        .where('type', '=', 'file.expired')
        .execute(),
      rows: await db.selectFrom('files').select('id').where('id', 'in', ids).execute(),
    }));
    expect(rows).toEqual([]);
    const expired = events.map(
      ({ body }) => (JSON.parse(body) as { data: { object: { id: string } } }).data.object.id,
    );
    expect(expired.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  });
});
