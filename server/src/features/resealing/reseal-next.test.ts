import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SealedTable } from '#features/module';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { resealNext, type ResealPosition, type ResealStep } from './reseal-next.ts';

const DATA_KEY = Buffer.alloc(32, 5);
const sealing = new SealingRing(new Secret(DATA_KEY.toString('base64')));
const RESPONSES: SealedTable = {
  name: 'answers',
  purpose: 'svc idempotent answers',
  table: 'idempotent_answers',
  key: ['organization_id', 'workspace_id', 'request', 'key'],
  sealed: ['sealed_answer'],
  placeOf: (row) => ({ owner: 'organization:org_1', aad: String(row['key']) }),
};
const SECRETS: SealedTable = {
  name: 'secrets',
  purpose: 'svc webhook secrets',
  table: 'webhook_secrets',
  key: ['webhook_id', 'generation'],
  sealed: ['sealed_secret'],
  parent: { table: 'webhooks', idColumn: 'webhook_id', fact: 'organization_id' },
  placeOf: (row) => ({
    owner: `organization:${String(row['organization_id'])}`,
    aad: String(row['webhook_id']),
  }),
};
const tables = [RESPONSES, SECRETS];

/** As it was done before keys had ids. */
function sealAsBefore(purpose: string, text: string, aad: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', DATA_KEY, '', purpose, 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

describe.each(await testDatabases())('sealing stored data anew on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
    const { db } = opened.store;
    const row = { id: 'org_1', provisioning_name: 'org_1', name: 'Acme', plan: 'pro' };
    await db
      .insertInto('organizations')
      .values({ ...row, subscribed_at: 1, created_at: 1 })
      .execute();
    await db
      .insertInto('webhooks')
      .values({
        id: 'whk_1',
        organization_id: 'org_1',
        workspace_id: null,
        url: 'https://acme.test',
        events: [],
        status: 'enabled',
        created_at: 1,
        updated_at: 1,
      })
      .execute();
  });
  afterAll(() => opened?.close());
  beforeEach(async () => {
    const { db } = opened.store;
    await db.deleteFrom('idempotent_answers').execute();
    await db.deleteFrom('webhook_secrets').execute();
  });

  const addAnswers = (keys: readonly string[], sealedFor = (key: string) => key) =>
    opened.store.db
      .insertInto('idempotent_answers')
      .values(
        keys.map((key) => ({
          organization_id: 'org_1',
          workspace_id: '',
          request: 'POST /v1/x',
          key,
          body_digest: Buffer.alloc(1),
          status: 200,
          sealed_answer: sealAsBefore(RESPONSES.purpose, `answer ${key}`, sealedFor(key)),
          expires_at: 1,
        })),
      )
      .execute();
  const responses = () =>
    opened.store.db
      .selectFrom('idempotent_answers')
      .select(['key', 'sealed_answer'])
      .orderBy('key')
      .execute();
  const step = (position: ResealPosition) => resealNext({ db: opened.store.db, sealing, tables }, position);

  async function resealAll(): Promise<ResealStep[]> {
    const steps: ResealStep[] = [];
    for (let position: ResealPosition | undefined = { table: 0 }; position;) {
      const done = await step(position);
      steps.push(done);
      position = done.next;
    }
    return steps;
  }

  it('changes the form of every row, by the key of its owner, and nothing when it is repeated', async () => {
    const keys = Array.from({ length: 450 }, (_, i) => `key ${i}`);
    await addAnswers(keys);
    await opened.store.db
      .insertInto('webhook_secrets')
      .values({
        webhook_id: 'whk_1',
        generation: 1,
        sealed_secret: sealAsBefore(SECRETS.purpose, 'whsec_1', 'whk_1'),
        expires_at: null,
      })
      .execute();
    const steps = await resealAll();
    expect(steps.map(({ name, resealed }) => [name, resealed])).toEqual([
      ['answers', 200],
      ['answers', 200],
      ['answers', 50],
      ['secrets', 1],
      [undefined, 0],
    ]);
    const key = sealing.keysFor(RESPONSES.purpose).ofOrganization('org_1');
    for (const row of await responses()) {
      expect(row.sealed_answer.subarray(0, sealing.mark.length)).toEqual(sealing.mark);
      expect(key.openText(row.sealed_answer, row.key)).toBe(`answer ${row.key}`);
    }
    const { sealed_secret: secret } = await opened.store.db
      .selectFrom('webhook_secrets')
      .select('sealed_secret')
      .executeTakeFirstOrThrow();
    const owner = sealing.keysFor(SECRETS.purpose).ofOrganization('org_1');
    expect(secret.subarray(0, sealing.mark.length)).toEqual(sealing.mark);
    expect(owner.openText(secret, 'whk_1')).toBe('whsec_1');
    expect((await resealAll()).map(({ resealed }) => resealed)).toEqual([0, 0, 0]);
  });

  it('goes on where an interrupted run has stopped', async () => {
    await addAnswers(Array.from({ length: 250 }, (_, i) => `key ${i}`));
    await step({ table: 0 });
    expect((await resealAll())[0]).toMatchObject({ name: 'answers', resealed: 50 });
  });

  it('leaves rows that no key opens, counts them, and passes by', async () => {
    const keys = Array.from({ length: 210 }, (_, i) => `key ${i}`);
    await addAnswers(keys, (key) => (key === 'key 7' ? 'elsewhere' : key));
    const before = (await responses()).find(({ key }) => key === 'key 7')!;
    const steps = await resealAll();
    expect(steps.reduce((sum, one) => sum + one.resealed, 0)).toBe(209);
    expect(steps.reduce((sum, one) => sum + one.unreadable, 0)).toBe(1);
    expect((await responses()).find(({ key }) => key === 'key 7')).toEqual(before);
  });
});
