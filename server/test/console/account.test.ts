import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, oneOrganization, type RunningConsole, startConsole, httpDatabases } from '#test-kit';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const person = (name: string, role: string) => ({
  email: `${name}@acme.test`,
  name,
  role,
  password: PASSWORD,
});
const fixture = oneOrganization({
  members: [person('ada', 'primary_owner'), person('bob', 'developer'), person('cyd', 'developer')],
}) as {
  organizations: object[];
};
const provisioning = {
  organizations: [
    ...fixture.organizations,
    {
      name: 'Other',
      plan: 'pro',
      members: [{ email: 'bob@acme.test', role: 'primary_owner' }],
      workspaces: [],
    },
    {
      name: 'Foreign',
      plan: 'pro',
      members: [{ email: 'ada@acme.test', role: 'primary_owner' }],
      workspaces: [],
    },
  ],
};

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`the account of the signed-in user on the ${database.kind} database`, () => {
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database, provisioning);
    });

    afterAll(() => service.stop());

    async function signedIn(email: string, password = PASSWORD): Promise<ApiBrowser> {
      const one = new ApiBrowser(service.baseUrl);
      expect(await one.signIn(email, password)).toMatchObject({ status: 200, body: { status: 'signed_in' } });
      return one;
    }

    const ended = { status: 401, body: { error: { code: 'session_required' } } };

    it('changes the own name and nobody else', async () => {
      const bob = await signedIn('bob@acme.test');
      expect(await bob.send('PATCH', '/console/api/me', { name: 'Bob B.' })).toMatchObject({
        status: 200,
        body: { user: { name: 'Bob B.' } },
      });
      expect(await (await signedIn('bob@acme.test')).get(`${AUTH}/session`)).toMatchObject({
        body: { user: { name: 'Bob B.' } },
      });
      expect(await (await signedIn('cyd@acme.test')).get(`${AUTH}/session`)).toMatchObject({
        body: { user: { name: 'cyd' } },
      });
      expect(await bob.send('PATCH', '/console/api/me', { name: 'x', email: 'ada@acme.test' })).toMatchObject(
        { status: 400 },
      );
    });

    it('switches to another organization of the user and back', async () => {
      const bob = await signedIn('bob@acme.test');
      const { organizations } = (await bob.get(`${AUTH}/session`)).body as {
        organizations: { id: string; name: string; role: string }[];
      };
      expect(organizations).toMatchObject([
        { name: 'Acme', role: 'developer' },
        { name: 'Other', role: 'primary_owner' },
      ]);
      const other = organizations[1]!.id;
      const switched = await bob.post('/console/api/me/organization', { organization_id: other });
      expect(switched).toMatchObject({ status: 200, body: { organization_id: other } });
      bob.adopt(switched);
      expect((await bob.get(`${AUTH}/session`)).body).toMatchObject({ organization_id: other });
      expect((await (await signedIn('bob@acme.test')).get(`${AUTH}/session`)).body).toMatchObject({
        organization_id: other,
      });
      const ada = await signedIn('ada@acme.test');
      const vendor = (
        (await ada.get(`${AUTH}/session`)).body['organizations'] as { id: string; name: string }[]
      ).find(({ name }) => name === 'Foreign')!;
      for (const id of [vendor.id, 'org_00000000000000000000000000', '']) {
        const refused = await bob.post('/console/api/me/organization', { organization_id: id });
        expect(refused).toMatchObject({
          status: 404,
          body: { error: { code: 'organization_not_found', param: 'organization_id' } },
        });
      }
    });

    it('lists the own sessions, and ends one or all others immediately', async () => {
      const [cyd, second, third] = [
        await signedIn('cyd@acme.test'),
        await signedIn('cyd@acme.test'),
        await signedIn('cyd@acme.test'),
      ];
      const ada = await signedIn('ada@acme.test');
      const list = (await cyd.get('/console/api/sessions')).body as {
        data: { id: string; is_current: boolean }[];
      };
      expect(list.data.length).toBeGreaterThanOrEqual(3);
      expect(list.data.filter((session) => session.is_current)).toHaveLength(1);
      expect(list.data[0]).toMatchObject({
        type: 'browser_session',
        ip_address: '127.0.0.1',
        user_agent: 'Test browser',
      });
      expect(JSON.stringify(list)).not.toContain('token');
      const thirdId = list.data[0]!.id;
      expect(await ada.send('DELETE', `/console/api/sessions/${thirdId}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'session_not_found' } },
      });
      expect(await cyd.send('DELETE', `/console/api/sessions/${thirdId}`)).toMatchObject({
        status: 200,
        body: { deleted: true },
      });
      expect(await third.get(`${AUTH}/session`)).toMatchObject(ended);
      expect(await second.get(`${AUTH}/session`)).toMatchObject({ status: 200 });
      expect(await cyd.post('/console/api/sessions/revoke_others')).toMatchObject({
        status: 200,
        body: { type: 'done' },
      });
      expect(await second.get(`${AUTH}/session`)).toMatchObject(ended);
      expect((await cyd.get('/console/api/sessions')).body['data']).toHaveLength(1);
      expect(await ada.get(`${AUTH}/session`)).toMatchObject({ status: 200 });
    });

    it('changing the password ends the old password and all other sessions', async () => {
      const [bob, other] = [await signedIn('bob@acme.test'), await signedIn('bob@acme.test')];
      const { organization_id: here } = (await bob.get(`${AUTH}/session`)).body;
      const change = (from: string, to: string) =>
        bob.post(`${AUTH}/password`, { current_password: from, new_password: to });
      expect(await change('not the password', 'heron lattice quiet obelisk')).toMatchObject({
        status: 403,
        body: { error: { code: 'password_rejected' } },
      });
      expect(await change(PASSWORD, 'elevenchars')).toMatchObject({
        status: 400,
        body: { error: { param: 'new_password' } },
      });
      const idOf = async (one: ApiBrowser) => String((await one.get(`${AUTH}/session`)).body['id']);
      const [otherId, ownId] = [await idOf(other), await idOf(bob)];
      const before = bob.copy();
      const changed = await change(PASSWORD, 'heron lattice quiet obelisk');
      expect(changed).toMatchObject({ status: 200, body: { type: 'session', organization_id: here } });
      bob.adopt(changed);
      expect(await other.get(`${AUTH}/session`)).toMatchObject(ended);
      expect(await before.get(`${AUTH}/session`)).toMatchObject(ended);
      const { body: log } = await (
        await signedIn('ada@acme.test')
      ).get('/console/api/audit_events?event=session.revoked&limit=100');
      const events = log['data'] as { resource: { id: string } }[];
      const revoked = new Set(events.map(({ resource }) => resource.id));
      expect([revoked.has(otherId), revoked.has(ownId)]).toEqual([true, false]);
      expect(await bob.post('/console/api/sessions/revoke_others')).toMatchObject({ status: 200 });
      expect(await new ApiBrowser(service.baseUrl).signIn('bob@acme.test', PASSWORD)).toMatchObject({
        status: 401,
      });
      await signedIn('bob@acme.test', 'heron lattice quiet obelisk');
    });

    it('limits password guesses, also from a stolen session and concurrently', async () => {
      const stolen = (await signedIn('ada@acme.test')).copy();
      stolen.adopt(await stolen.get(`${AUTH}/session`));
      const guesses = Array.from({ length: 14 }, (_, i) =>
        stolen.post(`${AUTH}/authenticator`, { password: `guess ${i}` }),
      );
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([
        ...Array.from({ length: 10 }, () => 403),
        429,
        429,
        429,
        429,
      ]);
      expect(await stolen.post(`${AUTH}/authenticator`, { password: PASSWORD })).toMatchObject({
        status: 429,
      });
      const strangers = Array.from({ length: 14 }, () =>
        new ApiBrowser(service.baseUrl).signIn('nobody@acme.test', 'guess'),
      );
      const responded = (await Promise.all(strangers)).map(({ status }) => status);
      expect(responded.toSorted((a, b) => a - b)).toEqual([
        ...Array.from({ length: 10 }, () => 401),
        429,
        429,
        429,
        429,
      ]);
    });
  });
}
