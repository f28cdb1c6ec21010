import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { startWebhooksFixture } from './webhooks-fixture.ts';

/** Every row of every table, as text; bytes are in hexadecimal. */
async function dump<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname = current_schema()`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

const hex = (text: string): string => Buffer.from(text).toString('hex');

describe.each(await httpDatabases(import.meta.filename))('secrets of webhooks on $kind', (database) => {
  it('HOOK-05 HOOK-26 IDEM-03 are in no row of the database in clear, nor in the log', async () => {
    const hooks = await startWebhooksFixture(database);
    try {
      const headers = { 'idempotency-key': 'once' };
      const { body: webhook } = await hooks.create('/sealed', { description: 'in the dump' }, { headers });
      const { body: rotated } = await hooks.call('POST', `/v1/webhooks/${webhook.id}/rotate_secret`);
      await hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
      await expect.poll(() => hooks.receiver.at('/sealed').length).toBe(1);
      const rows = await hooks.service.drainAndRead(dump);
      expect(rows).toContain('in the dump');
      for (const secret of [webhook.signing_secret, rotated.signing_secret] as string[]) {
        const [, key = ''] = secret.split('_');
        expect(key).toHaveLength(64);
        for (const form of [key, hex(key), hex(secret)]) expect(rows).not.toContain(form);
        expect(hooks.service.logLines.join()).not.toContain(key);
      }
    } finally {
      await hooks.stop();
    }
  });
});
