import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '../../../test-kit/databases.ts';
import { IpDeniedSampler, type IpDenial } from './ip-denied-sampler.ts';

const log = pino({ level: 'silent' });

const denial = (keyId: string): IpDenial => ({
  key: { id: keyId, organizationId: 'org_1', workspaceId: 'wrkspc_1' },
  address: '198.51.100.9',
  requestId: 'req_1',
});

for (const database of await testDatabases()) {
  describe(`IpDeniedSampler on the ${database.kind} database`, () => {
    let opened: OpenTestDatabase;

    beforeAll(async () => {
      opened = await database.open();
    });

    afterAll(async () => {
      await opened.close();
    });

    const events = (keyId: string) =>
      opened.store.db
        .selectFrom('audit_events')
        .selectAll()
        .execute()
        .then((rows) => rows.filter((row) => (row.actor as { id: string }).id === keyId));

    it('AUTH-22 KEY-77 audits one refusal per key and minute, with the address seen', async () => {
      const clock = createClock();
      const sampler = new IpDeniedSampler({ db: opened.store.db, clock, log });
      for (let i = 0; i < 10; i++) sampler.record(denial('apikey_a'));
      sampler.record(denial('apikey_b'));
      await sampler.close();
      expect(await events('apikey_a')).toMatchObject([
        {
          event: 'api_key.ip_denied',
          organization_id: 'org_1',
          workspace_id: 'wrkspc_1',
          ip_address: '198.51.100.9',
          request_id: 'req_1',
          actor: { type: 'api_key', id: 'apikey_a', email: null, role: null },
          resource: { type: 'api_key', id: 'apikey_a' },
        },
      ]);
      expect(await events('apikey_b')).toHaveLength(1);
      await clock.advance(59_000);
      sampler.record(denial('apikey_a'));
      await sampler.close();
      expect(await events('apikey_a')).toHaveLength(1);
      await clock.advance(1_000);
      sampler.record(denial('apikey_a'));
      await sampler.close();
      expect(await events('apikey_a')).toHaveLength(2);
    });
  });
}

describe('IpDeniedSampler', () => {
  it('never throws for a database that is away, and tries again with the next refusal', async () => {
    let attempts = 0;
    const away = {
      insertInto: () => {
        attempts++;
        throw new Error('away');
      },
    };
    const sampler = new IpDeniedSampler({ db: away as never, clock: createClock(), log });
    sampler.record(denial('apikey_a'));
    await sampler.close();
    sampler.record(denial('apikey_a'));
    await sampler.close();
    expect(attempts).toBe(2);
  });
});
