import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { ADMIN_KEY, startWebhooksFixture, type WebhooksFixture } from '../webhooks/webhooks-fixture.ts';
import { HOOK } from './hook-admin.ts';

const URL = 'https://93.184.215.14/policy';

/** Every row of the tables a hook leaves something in, as text; bytes are in hexadecimal. */
async function dump<Tables>(db: Kysely<Tables>): Promise<string> {
  const texts: string[] = [];
  for (const name of ['inference_hooks', 'audit_events', 'idempotent_answers', 'outbox_events']) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

async function auditEvents(hooks: WebhooksFixture) {
  const names = ['updated', 'deleted', 'secret_rotated'].map((name) => `event=inference_hook.${name}`);
  const path = `/v1/organizations/audit_events?${names.join('&')}`;
  const { body } = await hooks.call('GET', path, { key: ADMIN_KEY });
  // oxlint-disable-next-line typescript/no-explicit-any -- compared field by field with what is expected
  return (body.data as any[]).toReversed();
}

describe.each(await httpDatabases(import.meta.filename))(
  'what remains of changes of an inference hook on $kind',
  (database) => {
    it('POLICY-24 POLICY-04 audit events without secrets or headers, which no row has in clear', async () => {
      const hooks = await startWebhooksFixture(database);
      const ask = (method: string, path = '', body?: object, headers = {}) =>
        hooks.call(method, HOOK + path, { key: ADMIN_KEY, body, headers });
      const headers = [{ name: 'x-mark', value: 'MARK_1' }];
      try {
        const { body: made } = await ask('PUT', '', { url: `${URL}?token=MARK_2`, mode: 'shadow', headers });
        await ask('PUT', '', { url: URL, mode: 'enforce', timeout_ms: 500, headers });
        const once = { 'idempotency-key': 'once' };
        const { body: rotated } = await ask('POST', '/rotate_secret', undefined, once);
        expect((await ask('POST', '/rotate_secret', undefined, once)).body).toEqual(rotated);
        await ask('POST', '/test');
        await ask('DELETE');
        const events = await auditEvents(hooks);
        expect(events.map(({ event, changes }) => [event, changes])).toEqual([
          [
            'inference_hook.updated',
            {
              url: { from: null, to: URL },
              mode: { from: null, to: 'shadow' },
              on_failure: { from: null, to: 'deny' },
              timeout_ms: { from: null, to: 2000 },
              events: { from: null, to: ['prompt', 'tool_call'] },
            },
          ],
          [
            'inference_hook.updated',
            { mode: { from: 'shadow', to: 'enforce' }, timeout_ms: { from: 2000, to: 500 } },
          ],
          ['inference_hook.secret_rotated', {}],
          ['inference_hook.deleted', {}],
        ]);
        for (const { actor, resource } of events)
          expect([actor.type, resource]).toEqual([
            'admin_key',
            { type: 'inference_hook', id: expect.stringMatching(/^org_/) },
          ]);
        await ask('PUT', '', { url: URL, mode: 'off', headers });
        const rows = await hooks.service.drainAndRead(dump);
        expect(rows).toContain('x-mark');
        for (const text of ['MARK_1', made.signing_secret, rotated.signing_secret] as string[]) {
          expect(rows).not.toContain(text);
          expect(rows).not.toContain(Buffer.from(text).toString('hex'));
          expect(hooks.service.logLines.join()).not.toContain(text);
        }
        expect(JSON.stringify(events)).not.toMatch(/MARK|whsec_/);
      } finally {
        await hooks.stop();
      }
    });
  },
);
