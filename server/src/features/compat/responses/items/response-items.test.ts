import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '@svc/contract';
import { createClock, Secret } from '#kit';
import { SealingRing } from '#sealing';
import type { Tables } from '#store';
import { testDatabases, type OpenTestDatabase } from '../../../../../test-kit/databases/databases.ts';
import { ResponseItems } from './response-items.ts';

const log = pino({ level: 'silent' });
const sealing = new SealingRing(new Secret(randomBytes(32).toString('base64')));
const HOUR_MS = 3_600_000;
const MAX_BYTES = 1_000_000;

const item = (id: string, text = 'a secret word') => ({ id, type: 'message', content: text });

async function insertWorkspace(
  db: Kysely<Tables>,
  id: string,
  {
    archived_at = null,
    ...organization
  }: { zero_data_retention?: boolean; archived_at?: number | null } = {},
): Promise<void> {
  const created = { created_at: 1, name: id };
  await db
    .insertInto('organizations')
    .values({
      id: `org_${id}`,
      provisioning_name: id,
      plan: 'pro',
      subscribed_at: 1,
      ...created,
      ...organization,
    })
    .execute();
  await db
    .insertInto('workspaces')
    .values({ id, organization_id: `org_${id}`, allowed_ips: [], archived_at, ...created })
    .execute();
}

/** The database, whose statements of raw SQL, which writes are, go through a function. */
function writingThrough(
  db: Kysely<Tables>,
  through: (write: () => Promise<unknown>) => Promise<unknown>,
): Kysely<Tables> {
  const executor = new Proxy(db.getExecutor(), {
    get(target, name) {
      if (name === 'executeQuery')
        return (...query: Parameters<typeof target.executeQuery>) =>
          through(() => target.executeQuery(...query));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return new Proxy(db, {
    get(target, name) {
      if (name === 'getExecutor') return () => executor;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

describe.each(await testDatabases())('ResponseItems on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());

  function open({ db = opened.store.db, clock = createClock(), hours = 24 } = {}) {
    const items = new ResponseItems({ db, clock, log, sealing, keptHours: () => hours });
    const [write, sweep] = items.jobs;
    return { items, clock, write: () => write!.run(), sweep: () => sweep!.run() };
  }
  const rowsOf = (workspaceId: string) =>
    opened.store.db
      .selectFrom('response_items')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('item_id')
      .execute();

  it('COMPR-21 finds what was kept, on every node, and only in its workspace', async () => {
    const kept = [item('msg_1'), item('msg_2')];
    expect(await open().items.keep('w1', kept)).toBe(true);
    const other = open().items;
    const found = await other.find('w1', ['msg_2', 'msg_1', 'msg_9'], MAX_BYTES);
    expect([found.get('msg_1'), found.get('msg_2'), found.size]).toEqual([...kept, 2]);
    expect(await other.find('w2', ['msg_1'], MAX_BYTES)).toEqual(new Map());
  });

  it('COMPR-21 keeps nothing that can be read without the data key or moved to another row', async () => {
    const { items } = open();
    await items.keep('w3', [item('msg_1')]);
    const [row] = await rowsOf('w3');
    expect(row!.sealed.toString('latin1')).not.toContain('secret');
    await opened.store.db
      .insertInto('response_items')
      .values({ ...row!, workspace_id: 'w4' })
      .execute();
    await expect(items.find('w4', ['msg_1'], MAX_BYTES)).rejects.toThrow();
  });

  it('COMPR-21 forgets after the hours, and keeps for nobody who has zero data retention or where the hours are 0', async () => {
    const { items, clock, sweep } = open({ hours: 2 });
    await items.keep('w5', [item('msg_1')]);
    await clock.advance(2 * HOUR_MS - 1000);
    await sweep();
    expect((await items.find('w5', ['msg_1'], MAX_BYTES)).size).toBe(1);
    await clock.advance(2000);
    expect((await items.find('w5', ['msg_1'], MAX_BYTES)).size).toBe(0);
    expect(await rowsOf('w5')).toHaveLength(1);
    await sweep();
    expect(await rowsOf('w5')).toHaveLength(0);
    const caller = { workspaceId: 'w5', zeroDataRetention: false };
    expect(items.keepsFor(caller)).toBe(true);
    expect(items.keepsFor({ ...caller, zeroDataRetention: true })).toBe(false);
    expect(items.keepsFor({ ...caller, workspaceId: null })).toBe(false);
    expect(open({ hours: 0 }).items.keepsFor(caller)).toBe(false);
  });

  it('COMPR-21 forgets what is left of archived workspaces, and of organizations that chose zero data retention since', async () => {
    const { items, sweep } = open();
    await insertWorkspace(opened.store.db, 'live');
    await insertWorkspace(opened.store.db, 'archived', { archived_at: 1 });
    await insertWorkspace(opened.store.db, 'discreet', { zero_data_retention: true });
    for (const workspace of ['live', 'archived', 'discreet']) await items.keep(workspace, [item('msg_1')]);
    await sweep();
    const left = await Promise.all(['live', 'archived', 'discreet'].map(rowsOf));
    expect(left.map((rows) => rows.length)).toEqual([1, 0, 0]);
  });

  it('COMPR-21 refuses to read more than a body may have, however often an item is named', async () => {
    const { items } = open();
    await items.keep('w6', [item('msg_1', 'x'.repeat(600)), item('msg_2', 'x'.repeat(600))]);
    const refusal = async (ids: string[]): Promise<unknown> => {
      const error: unknown = await items.find('w6', ids, 1000).catch((cause: unknown) => cause);
      return error instanceof ApiError ? error.catalogName : error;
    };
    expect(await refusal(['msg_1'])).toEqual(new Map([['msg_1', item('msg_1', 'x'.repeat(600))]]));
    expect(await refusal(['msg_1', 'msg_2'])).toBe('payload_too_large');
    expect(await refusal(['msg_1', 'msg_1'])).toBe('payload_too_large');
  });

  it('COMPR-21 writes items of replies that end together in one statement, and each once', async () => {
    let statements = 0;
    const db = writingThrough(opened.store.db, (write) => {
      statements++;
      return write();
    });
    const { items } = open({ db });
    const ids = Array.from({ length: 20 }, (_, i) => `msg_${i + 10}`);
    await Promise.all(ids.map((id) => items.keep('w7', [item(id)])));
    expect((await rowsOf('w7')).map((row) => row.item_id)).toEqual(ids);
    expect(statements).toBeLessThanOrEqual(2);
  });

  it('COMPR-21 lets no reply wait long for a database that does not answer, and writes when it does', async () => {
    let isUnavailable = true;
    const through = (unavailable: () => Promise<never>): Kysely<Tables> =>
      writingThrough(opened.store.db, (write) => (isUnavailable ? unavailable() : write()));
    const hanging = (): Promise<never> => new Promise(() => {});
    const failing = (): Promise<never> => Promise.reject(new Error('away'));
    expect(await open({ db: through(hanging) }).items.keep('w8', [item('msg_1')])).toBe(true);

    const { items, write } = open({ db: through(failing) });
    expect(await items.keep('w8', [item('msg_2')])).toBe(true);
    expect(await rowsOf('w8')).toEqual([]);
    // Meanwhile this process knows them.
    expect((await items.find('w8', ['msg_2'], MAX_BYTES)).get('msg_2')).toEqual(item('msg_2'));
    isUnavailable = false;
    await write();
    expect((await rowsOf('w8')).map((row) => row.item_id)).toEqual(['msg_2']);
    expect(await items.keep('w8', [item('msg_3')])).toBe(true);
    expect(await rowsOf('w8')).toHaveLength(2);
  });

  it('COMPR-21 says so when there is no room for more until the database is back', async () => {
    const { items } = open({
      db: writingThrough(opened.store.db, () => Promise.reject(new Error('away'))),
    });
    const large = 'x'.repeat(30_000_000);
    expect(await items.keep('w9', [item('msg_1', large)])).toBe(true);
    expect(await items.keep('w9', [item('msg_2', large)])).toBe(true);
    expect(await items.keep('w9', [item('msg_3', large)])).toBe(false);
  });
});
