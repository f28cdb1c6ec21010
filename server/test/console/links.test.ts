import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, oneOrganization, type RunningConsole, startConsole, httpDatabases } from '#test-kit';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const person = (name: string, role: string, password: object = { password: PASSWORD }) => ({
  email: `${name}@acme.test`,
  name,
  role,
  ...password,
});
const fixture = oneOrganization({
  members: [
    person('ada', 'primary_owner'),
    person('dev', 'developer'),
    person('off', 'developer', { password: PASSWORD, account: 'disabled' }),
  ],
}) as { organizations: object[] };
const provisioning = {
  organizations: [
    ...fixture.organizations,
    {
      name: 'Other',
      plan: 'pro',
      members: [{ ...person('olga', 'primary_owner'), name: 'Olga' }],
      workspaces: [{ name: 'Lab' }],
    },
  ],
};
const invalid = { status: 404, body: { error: { code: 'link_invalid' } } };

interface Mail {
  readonly kind: string;
  readonly to: string;
  readonly link: string | null;
  readonly text: string;
}

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`mailed links on the ${database.kind} database`, () => {
    let service: RunningConsole;
    let ada: ApiBrowser;
    let olga: ApiBrowser;

    beforeAll(async () => {
      service = await startConsole(database, provisioning);
      [ada, olga] = [await signedIn('ada@acme.test'), await signedIn('olga@acme.test')];
    });

    afterAll(() => service.stop());

    async function signedIn(email: string, password = PASSWORD): Promise<ApiBrowser> {
      const one = new ApiBrowser(service.baseUrl);
      expect(await one.signIn(email, password)).toMatchObject({ status: 200, body: { status: 'signed_in' } });
      return one;
    }

    /**
     * Pending mail of the organization's owners, newest first. Mail of a response exists once the clock was
     * moved.
     */
    async function mails(owner: ApiBrowser, kind: string): Promise<Mail[]> {
      await service.advance(1);
      const { body } = await owner.get('/console/api/outbox?limit=100');
      return (body['data'] as Mail[]).filter((mail) => mail.kind === kind);
    }

    const tokenOf = (mail: Mail | undefined) => mail?.link?.split('#')[1] ?? 'no mail';

    async function invite(owner: ApiBrowser, email: string, more: object = {}): Promise<string> {
      const response = await owner.post('/console/api/invites', { email, role: 'developer', ...more });
      expect(response).toMatchObject({ status: 201 });
      return tokenOf((await mails(owner, 'invite'))[0]);
    }

    const accept = (one: ApiBrowser, token: string, more: object = {}) =>
      one.post(`${AUTH}/invite`, { token, ...more });

    it('D-ADM-3 a new user accepts an invite once with a name and a password, and gets its workspaces', async () => {
      const { data } = (await olga.get('/console/api/workspaces')).body as {
        data: { id: string; name: string }[];
      };
      const lab = data.find(({ name }) => name === 'Lab')!.id;
      const token = await invite(olga, 'New@acme.test', {
        workspaces: [{ workspace_id: lab, role: 'workspace_developer' }],
      });
      const one = new ApiBrowser(service.baseUrl);
      expect(await one.post(`${AUTH}/invite/read`, { token })).toMatchObject({
        status: 200,
        body: {
          organization: 'Other',
          email: 'New@acme.test',
          role: 'developer',
          invited_by: 'olga@acme.test',
          has_account: false,
        },
      });
      expect(await one.post(`${AUTH}/invite/read`, { token: `${token}0` })).toMatchObject(invalid);
      expect(await accept(one, token)).toMatchObject({ status: 400, body: { error: { param: 'name' } } });
      expect(await accept(one, token, { name: 'New', password: 'elevenchars' })).toMatchObject({
        status: 400,
        body: { error: { param: 'password' } },
      });
      const name = { name: 'New', password: PASSWORD };
      const responses = await Promise.all([
        accept(one, token, name),
        accept(new ApiBrowser(service.baseUrl), token, name),
      ]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const joined = await signedIn('new@acme.test');
      expect((await joined.get(`${AUTH}/session`)).body).toMatchObject({
        organizations: [{ name: 'Other', role: 'developer' }],
      });
      expect((await joined.get('/console/api/me')).body).toMatchObject({
        workspaces: [{ name: 'Lab', role: 'workspace_developer' }],
      });
      expect(await accept(one, token, name)).toMatchObject(invalid);
      const log = (await olga.get('/console/api/audit_events?event=member.joined')).body['data'] as object[];
      expect(log).toMatchObject([{ actor: { type: 'user', email: 'New@acme.test', role: 'developer' } }]);
      const invites = (await olga.get('/console/api/invites')).body['data'] as object[];
      expect(invites[0]).toMatchObject({ status: 'accepted', accepted_at: expect.any(String) as string });
    });

    it('invites of two organizations that are accepted at once make one account', async () => {
      for (const email of ['one@acme.test', 'two@acme.test', 'three@acme.test']) {
        const tokens = [await invite(ada, email), await invite(olga, email)];
        const responses = await Promise.all(
          tokens.map((token) =>
            accept(new ApiBrowser(service.baseUrl), token, { name: 'New', password: PASSWORD }),
          ),
        );
        const [made, refused] = responses.map(({ status }) => status).toSorted((a, b) => a - b);
        // 401: the account was there before the second one was looked for.
        expect([made, [401, 409].includes(refused!)]).toEqual([200, true]);
      }
    });

    it('does not tell an inviter who has an account elsewhere', async () => {
      const ask = async (email: string) => {
        const { status, body } = await olga.post('/console/api/invites', { email, role: 'developer' });
        expect(await olga.send('DELETE', `/console/api/invites/${String(body['id'])}`)).toMatchObject({
          status: 200,
        });
        return { answered: status, ...body, id: '', email: '', invited_at: '', expires_at: '' };
      };
      const unknown = await ask('never.seen@acme.test');
      expect(unknown.answered).toBe(201);
      for (const known of ['ada@acme.test', 'off@acme.test']) expect(await ask(known)).toEqual(unknown);
    });

    it('an existing user joins while signed in, and nobody else can use the link', async () => {
      const token = await invite(olga, 'dev@acme.test');
      const [stranger, dev] = [new ApiBrowser(service.baseUrl), await signedIn('dev@acme.test')];
      expect(await stranger.post(`${AUTH}/invite/read`, { token })).toMatchObject({
        body: { has_account: true },
      });
      const refused = { status: 401, body: { error: { code: 'session_required' } } };
      const takeOver = { name: 'Mine', password: 'a password of my own' };
      expect(await accept(stranger, token, takeOver)).toMatchObject(refused);
      expect(await accept(ada, token, takeOver)).toMatchObject(refused);
      expect(await accept(dev, token, takeOver)).toMatchObject({
        status: 200,
        body: { status: 'signed_in' },
      });
      await signedIn('dev@acme.test');
      const { body } = await dev.get(`${AUTH}/session`);
      const organizations = body['organizations'] as { id: string; name: string }[];
      expect(organizations.map(({ name }) => name)).toEqual(['Acme', 'Other']);
      expect(body['organization_id']).toBe(organizations[1]!.id);
    });

    it('a removed member returns by an invite; a withdrawn or expired one is refused', async () => {
      const users = (await olga.get('/console/api/users')).body['data'] as { id: string; email: string }[];
      const { id } = users.find(({ email }) => email === 'dev@acme.test')!;
      expect(await olga.send('DELETE', `/console/api/users/${id}`)).toMatchObject({ status: 200 });
      const dev = await signedIn('dev@acme.test');
      const token = await invite(olga, 'dev@acme.test', { role: 'billing' });
      expect(await accept(dev, token)).toMatchObject({ status: 200 });
      expect((await dev.get('/console/api/me')).body).toMatchObject({
        organization: { name: 'Other', role: 'billing' },
      });
      const withdrawn = await invite(olga, 'late@acme.test');
      const [first] = (await olga.get('/console/api/invites?status=pending')).body['data'] as {
        id: string;
      }[];
      expect(await olga.send('DELETE', `/console/api/invites/${first!.id}`)).toMatchObject({ status: 200 });
      const name = { name: 'Late', password: PASSWORD };
      expect(await accept(new ApiBrowser(service.baseUrl), withdrawn, name)).toMatchObject(invalid);
      const narrowed = await invite(olga, 'late@acme.test');
      await olga.send('PATCH', '/console/api/organization', { allowed_email_domains: ['other.test'] });
      expect(await accept(new ApiBrowser(service.baseUrl), narrowed, name)).toMatchObject({ status: 409 });
      await olga.send('PATCH', '/console/api/organization', { allowed_email_domains: [] });
    });

    it('a forgotten password is reset once; sessions end, and the response does not reveal who has an account', async () => {
      const dev = await signedIn('new@acme.test');
      const forget = (email: string) =>
        new ApiBrowser(service.baseUrl).post(`${AUTH}/password_reset`, { email });
      const [known, unknown, off] = [
        await forget('New@acme.test'),
        await forget('nobody@acme.test'),
        await forget('off@acme.test'),
      ];
      expect(known).toMatchObject({ status: 200, body: { type: 'done', sends_mail: false } });
      for (const other of [unknown, off])
        expect([other.status, other.body]).toEqual([known.status, known.body]);
      const sent = await mails(olga, 'password_reset');
      expect(sent.map(({ to }) => to)).toEqual(['New@acme.test'.toLowerCase()]);
      expect(await mails(ada, 'password_reset')).toEqual([]);
      const token = tokenOf(sent[0]);
      const finish = (body: object) =>
        new ApiBrowser(service.baseUrl).post(`${AUTH}/password_reset/finish`, body);
      expect(await finish({ token: `${token}0`, password: 'a second long password' })).toMatchObject(invalid);
      expect(await finish({ token, password: 'elevenchars' })).toMatchObject({
        status: 400,
        body: { error: { param: 'password' } },
      });
      const both = await Promise.all([0, 1].map(() => finish({ token, password: 'a second long password' })));
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      expect(await dev.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      expect(await new ApiBrowser(service.baseUrl).signIn('new@acme.test', PASSWORD)).toMatchObject({
        status: 401,
      });
      await signedIn('new@acme.test', 'a second long password');
      await forget('new@acme.test');
      const late = tokenOf((await mails(olga, 'password_reset'))[0]);
      await service.advance(3601);
      expect(await finish({ token: late, password: PASSWORD })).toMatchObject(invalid);
      const asked = await Promise.all(Array.from({ length: 6 }, () => forget('ada@acme.test')));
      expect(asked.filter(({ status }) => status === 429)).toHaveLength(3);
      const many = await Promise.all(Array.from({ length: 30 }, (_, i) => forget(`nobody-${i}@acme.test`)));
      // Thirty from one address, to any recipients; six were already requested above.
      expect(many.filter(({ status }) => status === 200)).toHaveLength(24);
      await service.advance(900);
    });

    it('changing the password ends a pending reset link', async () => {
      const dev = await signedIn('new@acme.test', 'a second long password');
      expect(await dev.post(`${AUTH}/password_reset`, { email: 'new@acme.test' })).toMatchObject({
        status: 200,
      });
      const token = tokenOf((await mails(olga, 'password_reset'))[0]);
      const change = { current_password: 'a second long password', new_password: 'a third long password' };
      expect(await dev.post(`${AUTH}/password`, change)).toMatchObject({ status: 200 });
      const finish = { token, password: 'a second long password' };
      expect(await dev.post(`${AUTH}/password_reset/finish`, finish)).toMatchObject(invalid);
      await dev.learnToken();
      const back = { current_password: change.new_password, new_password: change.current_password };
      expect(await dev.post(`${AUTH}/password`, back)).toMatchObject({ status: 200 });
    });

    it('D-CONS-8 mails a sign-in from a new browser, and audits every sign-in', async () => {
      const before = (await mails(olga, 'new_sign_in')).length;
      const one = new ApiBrowser(service.baseUrl);
      const credentials = { email: 'new@acme.test', password: 'a second long password' };
      for (const _ of [1, 2])
        expect(
          await one.post(`${AUTH}/sign_in`, credentials, { 'user-agent': 'A browser never seen' }),
        ).toMatchObject({ status: 200 });
      const received = await mails(olga, 'new_sign_in');
      expect(received.length - before).toBe(1);
      expect(received[0]).toMatchObject({ to: 'new@acme.test', link: null });
      expect(received[0]!.text).toContain('A browser never seen');
      await one.post(`${AUTH}/sign_in`, { ...credentials, password: 'a wrong password' });
      await service.advance(1);
      const events = async (event: string) =>
        (await olga.get(`/console/api/audit_events?event=${event}`)).body['data'] as object[];
      const agent = {
        user_agent: 'A browser never seen',
        ip_address: '127.0.0.1',
        actor: { type: 'user', email: 'new@acme.test', role: 'developer' },
      };
      expect((await events('session.signed_in')).slice(0, 2)).toMatchObject([agent, agent]);
      expect((await events('session.failed'))[0]).toMatchObject({
        actor: { type: 'user', email: 'new@acme.test' },
        resource: { type: 'user' },
      });
      expect(await ada.get('/console/api/audit_events?event=session.failed')).toMatchObject({
        body: { data: [] },
      });
    });

    it('D-ADM-2 shows the second factor and the last activity of members', async () => {
      const users = (await ada.get('/console/api/users')).body['data'] as {
        email: string;
        second_factor: boolean;
        last_active_at: string | null;
      }[];
      const byEmail = (email: string) => users.find((user) => user.email === email);
      expect(byEmail('ada@acme.test')).toMatchObject({
        second_factor: false,
        last_active_at: expect.any(String) as string,
      });
      expect(byEmail('off@acme.test')).toMatchObject({ second_factor: false, last_active_at: null });
    });

    it('an invite expires after its days', async () => {
      const token = await invite(olga, 'slow@acme.test');
      await service.advance(30 * 86_400);
      const late = await accept(new ApiBrowser(service.baseUrl), token, { name: 'Slow', password: PASSWORD });
      expect(late).toMatchObject(invalid);
    });
  });
}
