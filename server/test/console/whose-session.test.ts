import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  oneOrganization,
  type RunningConsole,
  startConsole,
  httpDatabases,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const person = (name: string, role: string) => ({
  email: `${name}@acme.test`,
  name,
  role,
  password: `${PASSWORD} of ${name}`,
});
const acme = oneOrganization({
  members: [person('ada', 'primary_owner'), person('bob', 'developer'), person('cyd', 'developer')],
}) as {
  organizations: object[];
};
const provisioning = {
  organizations: [
    ...acme.organizations,
    {
      name: 'Other',
      plan: 'pro',
      members: [{ email: 'bob@acme.test', role: 'primary_owner' }],
      workspaces: [{ name: 'Lab' }],
    },
  ],
};

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`session of a request, on the ${database.kind} database`, () => {
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database, provisioning);
    });

    afterAll(() => service.stop());

    async function signedIn(name: string): Promise<ApiBrowser> {
      const one = new ApiBrowser(service.baseUrl);
      expect(await one.signIn(`${name}@acme.test`, `${PASSWORD} of ${name}`)).toMatchObject({
        body: { status: 'signed_in' },
      });
      return one;
    }

    const cookieOf = ({ cookies }: ApiBrowser): string =>
      [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const nameAt = async (one: ApiBrowser): Promise<unknown> =>
      ((await one.get(`${AUTH}/session`)).body['user'] as { name: string })?.name;

    it('D-CONS-1 with two sessions in one request, acts only for the authenticated one', async () => {
      const [ada, bob] = [await signedIn('ada'), await signedIn('bob')];
      for (const [let_in, other] of [
        [ada, bob],
        [bob, ada],
      ] as const) {
        const cookie = `${cookieOf(other)}; ${cookieOf(let_in)}`;
        const [mine, theirs] = [await nameAt(let_in), await nameAt(other)];
        expect(
          (
            (await let_in.send('GET', `${AUTH}/session`, undefined, { cookie })).body['user'] as {
              name: string;
            }
          ).name,
        ).toBe(mine);
        const set = (name: unknown) =>
          let_in.post(`${AUTH}/authenticator`, { password: `${PASSWORD} of ${String(name)}` }, { cookie });
        // Otherwise the other user's password could be guessed without limit, counted for this one.
        expect(await set(theirs)).toMatchObject({
          status: 403,
          body: { error: { code: 'password_rejected' } },
        });
        expect((await set(mine)).body['uri']).toContain(`${String(mine)}%40acme.test`);
      }
      expect(
        await ada.post(`${AUTH}/sign_out`, undefined, {
          cookie: `${cookieOf(bob)}; ${cookieOf(ada.copy())}`,
        }),
      ).toMatchObject({
        status: 200,
      });
      expect(await nameAt(bob)).toBe('bob');
    });

    it('D-CONS-1 a code at sign-in belongs to the sign-in that began there, whoever else is signed in', async () => {
      const cyd = await signedIn('cyd');
      const { body } = await cyd.post(`${AUTH}/authenticator`, { password: `${PASSWORD} of cyd` });
      const [code] = body['recovery_codes'] as [string];
      const app = new Authenticator(body['uri'] as string);
      const expired = { status: 401, body: { error: { code: 'sign_in_expired' } } };
      expect(await cyd.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs()) })).toMatchObject(
        expired,
      );
      expect(await cyd.post(`${AUTH}/sign_in/recovery_code`, { code })).toMatchObject(expired);
      expect((await cyd.get(`${AUTH}/session`)).body).toMatchObject({ user: { second_factor: false } });
    });

    it('D-CONS-6 a page of one organization changes nothing after the user switched to another one elsewhere', async () => {
      const bob = await signedIn('bob');
      const { organizations } = (await bob.get(`${AUTH}/session`)).body as {
        organizations: { id: string; name: string }[];
      };
      const idOf = (name: string) => organizations.find((organization) => organization.name === name)!.id;
      const go = async (one: ApiBrowser, name: string) => {
        const removed = await one.post('/console/api/me/organization', { organization_id: idOf(name) });
        expect(removed).toMatchObject({ status: 200, body: { organization_id: idOf(name) } });
        one.adopt(removed);
      };
      await go(bob, 'Acme');
      const page = bob.copy();
      await go(bob, 'Other');
      const create = (one: ApiBrowser) =>
        one.post('/console/api/groups', { name: 'Meant for Acme', user_ids: [] });
      expect(await create(page)).toMatchObject({ status: 403, body: { error: { code: 'csrf_rejected' } } });
      expect((await bob.get('/console/api/groups')).body).toMatchObject({ data: [] });
      const lab = (
        (await bob.get('/console/api/workspaces')).body['data'] as { id: string; name: string }[]
      ).find(({ name }) => name === 'Lab')!;
      // After a reload the page belongs to the other organization.
      await page.learnToken();
      expect(await create(page)).toMatchObject({ status: 201 });
      await go(bob, 'Acme');
      for (const [method, body] of [['GET'], ['PATCH', { description: 'x' }]] as const)
        expect(await bob.send(method, `/console/api/workspaces/${lab.id}`, body)).toMatchObject({
          status: 403,
        });
      const key = { name: 'x', workspace_id: lab.id };
      expect(await bob.post('/console/api/api_keys', key)).toMatchObject({
        status: 404,
        body: { error: { code: 'workspace_not_found' } },
      });
    });
  });
}
