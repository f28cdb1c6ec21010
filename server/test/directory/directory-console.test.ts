import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, readReply, TextNameServer, type HttpReply } from '#test-kit';
import { startConsoleFixture, type ConsoleFixture } from '../console/console-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))(
  'a directory and the Console on $kind',
  (database) => {
    let dns: TextNameServer;
    let fixture: ConsoleFixture;
    let secret: string;
    const setActive = async (userId: string, value: boolean): Promise<HttpReply> =>
      readReply(
        await fetch(`http://127.0.0.1:${fixture.service.port}/scim/v2/Users/${userId}`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify({ Operations: [{ op: 'replace', path: 'active', value }] }),
        }),
      );

    beforeAll(async () => {
      dns = await TextNameServer.start();
      fixture = await startConsoleFixture(database, {}, { sso: { dns_servers: [dns.address] } });
      const { body: domain } = await fixture.as('owner', 'POST', '/domains', { domain: 'acme.test' });
      dns.texts.set(domain.txt_name, [domain.txt_value]);
      await fixture.as('owner', 'POST', '/domains/acme.test/verify');
      const token = await fixture.as('owner', 'POST', '/directory_tokens', { name: 'Okta' });
      secret = (token.body as { secret: string }).secret;
    });
    afterAll(async () => {
      await fixture?.stop();
      await dns?.close();
    });

    it('owners alone see and make tokens in the Console', async () => {
      const listed = await fixture.as('owner', 'GET', '/directory_tokens');
      expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(['Okta']);
      expect(JSON.stringify(listed.body)).not.toContain(secret);
      for (const someone of ['administrator', 'developer', 'member'] as const) {
        const asked = [
          await fixture.as(someone, 'GET', '/directory_tokens'),
          await fixture.as(someone, 'POST', '/directory_tokens', { name: 'x' }),
        ];
        expect(asked.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual([
          '403 role_required',
          '403 role_required',
        ]);
      }
    });

    it('SCIM-12 an open browser of a suspended member is refused by its next request, and goes on when they are revived', async () => {
      const dora = fixture.ids['developer'] ?? '';
      const ask = async (): Promise<string> => {
        const { status, body } = await fixture.as('developer', 'GET', '/api_keys');
        return `${status} ${body.error?.code ?? ''}`;
      };
      expect(await ask()).toBe('200 ');
      for (let round = 0; round < 2; round++) {
        expect((await setActive(dora, false)).status).toBe(200);
        expect(await ask()).toBe('403 org_membership_required');
        expect((await setActive(dora, true)).status).toBe(200);
        expect(await ask()).toBe('200 ');
      }
    });
  },
);
