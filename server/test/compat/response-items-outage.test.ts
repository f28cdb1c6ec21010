import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import {
  installCleanups,
  postgres,
  startOutageFixture,
  type OutageFixture,
} from '../outages/outage-fixture.ts';
import { finalResponse, readResponseEvents, RESPONSES, type ResponseBody } from './responses-fixture.ts';

installCleanups();

describe.runIf(postgres)('responses while the database is away', () => {
  const ask = ({ service }: OutageFixture, fields: object = {}): Promise<Response> =>
    service.post(RESPONSES, MAIN_KEY, { model: 'Svc Standard', input: 'Hi', ...fields });
  const referTo = ({ output }: ResponseBody) => ({
    input: [
      { role: 'user', content: 'Hi' },
      { type: 'item_reference', id: output[0]!.id },
    ],
  });

  it.each(['frozen', 'refused'] as const)(
    'COMPR-21 AUTH-38 are answered and charged once, go on from each other, and are kept when it is back: %s',
    async (outage) => {
      const fixture = await startOutageFixture();
      const { proxy, database, service } = fixture;
      const before = (await (await ask(fixture)).json()) as ResponseBody;
      if (outage === 'frozen') proxy.freeze();
      else await proxy.refuse();

      const started = performance.now();
      const streamed = finalResponse(readResponseEvents(await (await ask(fixture, { stream: true })).text()));
      expect(streamed).toMatchObject({ status: 'completed', store: true });
      expect(performance.now() - started).toBeLessThan(3000);
      const whole = (await (await ask(fixture, referTo(streamed))).json()) as ResponseBody;
      expect(whole).toMatchObject({ status: 'completed', store: true });
      // Nobody can say whether there is such an item: the client is to ask again.
      const unknown = await ask(fixture, referTo(before));
      expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5']);

      if (outage === 'frozen') proxy.thaw();
      else await proxy.restore();
      await expect.poll(async () => (await ask(fixture, referTo(before))).status).toBe(200);
      const rows = () => database.store.db.selectFrom('response_items').select('item_id').execute();
      await expect
        .poll(async () => (await rows()).map(({ item_id: id }) => id), { timeout: 10_000 })
        .toEqual(expect.arrayContaining([streamed, whole].map(({ output }) => output[0]!.id)));
      await service.stop();
      const records = await database.store.db
        .selectFrom('usage_records')
        .select(['request_id', 'outcome'])
        .where('endpoint', '=', RESPONSES)
        .execute();
      // The two of the outage, the one before it, and at least one after it.
      expect(records.length).toBeGreaterThanOrEqual(4);
      expect(new Set(records.map(({ request_id: id }) => id)).size).toBe(records.length);
      expect(new Set(records.map(({ outcome }) => outcome))).toEqual(new Set(['completed']));
    },
    60_000,
  );

  it('COMPR-21 only the final event waits until they are written, for a moment at most', async () => {
    const fixture = await startOutageFixture();
    const client = new Client({ connectionString: fixture.database.databaseUrl });
    await client.connect();
    try {
      await client.query('begin; lock table response_items in access exclusive mode');
      const response = await ask(fixture, { stream: true });
      const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
      let text = '';
      const readUntil = async (word: string): Promise<void> => {
        while (!text.includes(word)) {
          const { done, value } = await chunks.next();
          if (done) throw new Error(`the stream ended without ${word}`);
          text += value;
        }
      };
      await readUntil('response.output_item.done');
      expect(text).not.toContain('response.completed');
      await client.query('commit');
      await readUntil('response.completed');
      const [row] = await fixture.database.store.db.selectFrom('response_items').selectAll().execute();
      expect(text).toContain(`"id":"${row!.item_id}"`);

      await client.query('begin; lock table response_items in access exclusive mode');
      const started = performance.now();
      expect((await (await ask(fixture)).json()) as ResponseBody).toMatchObject({ store: true });
      expect(performance.now() - started).toBeLessThan(3000);
    } finally {
      await client.end();
    }
  });
});
