import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseProvisioning } from '#config';
import {
  ApiBrowser,
  Authenticator,
  type MailSink,
  oneModel,
  oneOrganization,
  openMailSink,
  type OpenTestDatabase,
  type RunningConsole,
  SoftwarePasskey,
  startConsoleNode,
  httpDatabases,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const THEIRS = 'a password of the mailbox';
const AUTH = '/console/api/auth';
const owner = (email: string) => ({ email, name: email, role: 'primary_owner', password: PASSWORD });
const fixture = oneOrganization({ members: [owner('ada@acme.test')] }) as { organizations: object[] };
const provisioning = {
  organizations: [
    ...fixture.organizations,
    { name: 'Other', plan: 'pro', members: [owner('olga@other.test')], workspaces: [{ name: 'Lab' }] },
  ],
};
const UNDELIVERED = { at: 'recipient', code: 550, text: 'no' } as const;

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`accounts with unverified addresses, on the ${database.kind} database`, () => {
    let service: RunningConsole;
    let sink: MailSink;
    let opened: OpenTestDatabase | undefined;
    let ada: ApiBrowser;
    let olga: ApiBrowser;

    beforeAll(async () => {
      sink = await openMailSink();
      opened = database.kind === 'postgres' ? await database.open() : undefined;
      const deployment = oneModel({ type: 'sandbox' }, { mail: { from: 'svc@acme.test' } });
      service = await startConsoleNode(opened, {
        deployment,
        provisioning,
        environment: { SMTP_URL: sink.url },
      });
      [ada, olga] = [await signedIn('ada@acme.test'), await signedIn('olga@other.test')];
    });

    afterAll(async () => {
      await service?.stop();
      await opened?.close();
      await sink?.close();
    });

    async function signedIn(email: string, password = PASSWORD): Promise<ApiBrowser> {
      const one = new ApiBrowser(service.baseUrl);
      expect(await one.signIn(email, password)).toMatchObject({ status: 200, body: { status: 'signed_in' } });
      return one;
    }

    const stranger = () => new ApiBrowser(service.baseUrl);

    /** The token in the mail that `cause` triggers, with a mail server available. */
    async function mailed(to: string, cause: () => Promise<unknown>): Promise<string> {
      sink.reply = undefined;
      sink.mails.length = 0;
      await cause();
      // First runs the work deferred until after the response, then the mail dispatch.
      await service.advance(6);
      await service.advance(6);
      const mail = sink.mails.find(({ envelope, text }) => envelope.to.includes(to) && text?.includes('#'));
      return /#(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no mail';
    }

    it('the service says that it sends mail', async () => {
      const asked = await stranger().post(`${AUTH}/password_reset`, { email: 'nobody@acme.test' });
      expect(asked.body).toEqual({ type: 'done', sends_mail: true });
      expect((await ada.get('/console/api/me')).body['sends_mail']).toBe(true);
    });

    /** The token that the owner can read in the outbox, in mail that no server accepted. */
    async function shown(to: string, reader: ApiBrowser, cause: () => Promise<unknown>): Promise<string> {
      sink.reply = UNDELIVERED;
      await cause();
      await service.advance(6);
      await service.advance(6);
      const mails = (await reader.get('/console/api/outbox')).body['data'] as {
        to: string;
        link: string | null;
      }[];
      return mails.find((mail) => mail.to === to && mail.link !== null)?.link?.split('#')[1] ?? 'no mail';
    }

    const invite = (by: ApiBrowser, email: string) => () =>
      by.post('/console/api/invites', { email, role: 'developer' });
    const forget = (email: string) => () => stranger().post(`${AUTH}/password_reset`, { email });
    const finish = (token: string, password: string) =>
      stranger().post(`${AUTH}/password_reset/finish`, { token, password });
    const accept = (one: ApiBrowser, token: string, more: object = {}) =>
      one.post(`${AUTH}/invite`, { token, ...more });
    const organizationsOf = async (one: ApiBrowser) =>
      ((await one.get(`${AUTH}/session`)).body['organizations'] as { name: string }[]).map(
        ({ name }) => name,
      );
    const unverified = { status: 403, body: { error: { code: 'email_unproven' } } };

    /** An owner creates the account of an address that is not theirs. */
    async function claim(email: string): Promise<ApiBrowser> {
      const token = await shown(email, ada, invite(ada, email));
      expect(token).toMatch(/^invitetoken_[0-9a-f]{64}$/);
      const attacker = stranger();
      expect(await accept(attacker, token, { name: 'Not them', password: PASSWORD })).toMatchObject({
        status: 200,
      });
      await attacker.learnToken();
      return attacker;
    }

    async function plantPasskey(one: ApiBrowser): Promise<SoftwarePasskey> {
      const passkey = new SoftwarePasskey(service.baseUrl);
      const { body } = await one.post(`${AUTH}/passkeys/options`, { password: PASSWORD });
      const response = passkey.create(body as { challenge: string });
      expect(await one.post(`${AUTH}/passkeys`, { name: 'planted', response })).toMatchObject({
        status: 200,
      });
      return passkey;
    }

    async function plantApp(one: ApiBrowser): Promise<void> {
      const { body } = await one.post(`${AUTH}/authenticator`, { password: PASSWORD });
      const app = new Authenticator(body['uri'] as string);
      const confirmed = await one.post(`${AUTH}/authenticator/confirm`, { code: app.code(service.nowMs()) });
      expect(confirmed).toMatchObject({ status: 200 });
      one.adopt(confirmed);
    }

    async function enters(passkey: SoftwarePasskey): Promise<number> {
      const one = stranger();
      const { body } = await one.post(`${AUTH}/passkey/options`);
      return (await one.post(`${AUTH}/passkey`, { response: passkey.get(body as { challenge: string }) }))
        .status;
    }

    it('go to the user who gets the password reset mail, without anything of their creator', async () => {
      const attacker = await claim('reset@corp.test');
      const passkey = await plantPasskey(attacker);
      await plantApp(attacker);
      expect(await enters(passkey)).toBe(200);
      const token = await mailed('reset@corp.test', forget('reset@corp.test'));
      expect(token).toMatch(/^reset_[0-9a-f]{64}\.[0-9a-f]{64}$/);
      expect(await finish(token, THEIRS)).toMatchObject({ status: 200 });
      expect(await attacker.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      expect(await enters(passkey)).toBe(401);
      expect(await stranger().signIn('reset@corp.test', PASSWORD)).toMatchObject({ status: 401 });
      const person = await signedIn('reset@corp.test', THEIRS);
      expect(await person.get(`${AUTH}/session`)).toMatchObject({ body: { user: { second_factor: false } } });
      const events = (await ada.get('/console/api/audit_events?event=account.claimed')).body[
        'data'
      ] as object[];
      expect(events).toHaveLength(1);
      // From now on it is theirs: the next reset keeps their app.
      const { body } = await person.post(`${AUTH}/authenticator`, { password: THEIRS });
      const app = new Authenticator(body['uri'] as string);
      await person.post(`${AUTH}/authenticator/confirm`, { code: app.code(service.nowMs()) });
      expect(
        await finish(await mailed('reset@corp.test', forget('reset@corp.test')), PASSWORD),
      ).toMatchObject({ status: 200 });
      expect(await stranger().signIn('reset@corp.test', PASSWORD)).toMatchObject({
        body: { status: 'code_required' },
      });
    });

    it('cannot accept an invite of another organization, and go to the user who is mailed one', async () => {
      const attacker = await claim('invited@corp.test');
      const passkey = await plantPasskey(attacker);
      const token = await mailed('invited@corp.test', invite(olga, 'invited@corp.test'));
      const [bare] = token.split('.') as [string];
      for (const forged of [bare, `${bare}.`, `${bare}.${'0'.repeat(64)}`]) {
        expect(await stranger().post(`${AUTH}/invite/read`, { token: forged })).toMatchObject({
          body: { has_account: true },
        });
        expect(await accept(attacker, forged)).toMatchObject(unverified);
        expect(await accept(stranger(), forged, { name: 'Me', password: PASSWORD })).toMatchObject({
          status: 401,
        });
      }
      expect(await organizationsOf(attacker)).toEqual(['Acme']);
      const person = stranger();
      expect(await person.post(`${AUTH}/invite/read`, { token })).toMatchObject({
        body: { has_account: false },
      });
      expect(await accept(person, token, { name: 'Me', password: THEIRS })).toMatchObject({
        status: 200,
        body: { status: 'signed_in' },
      });
      expect(await organizationsOf(person)).toEqual(['Acme', 'Other']);
      expect(await person.get(`${AUTH}/session`)).toMatchObject({ body: { user: { name: 'Me' } } });
      expect(await attacker.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      expect(await enters(passkey)).toBe(401);
      expect(await stranger().signIn('invited@corp.test', PASSWORD)).toMatchObject({ status: 401 });
    });

    it('come back to the organization that created them', async () => {
      const person = await claim('back@corp.test');
      const users = (await ada.get('/console/api/users')).body['data'] as { id: string; email: string }[];
      const { id } = users.find(({ email }) => email === 'back@corp.test')!;
      expect(await ada.send('DELETE', `/console/api/users/${id}`)).toMatchObject({ status: 200 });
      const token = await shown('back@corp.test', ada, invite(ada, 'back@corp.test'));
      await person.learnToken();
      expect(await accept(person, token)).toMatchObject({ status: 200 });
    });

    it('include those whose password was set by a link that was not mailed', async () => {
      const joined = stranger();
      const token = await mailed('member@corp.test', invite(ada, 'member@corp.test'));
      expect(await accept(joined, token, { name: 'Member', password: THEIRS })).toMatchObject({
        status: 200,
      });
      const read = await shown('member@corp.test', ada, forget('member@corp.test'));
      expect(await finish(read, PASSWORD)).toMatchObject({ status: 200 });
      const taken = await signedIn('member@corp.test');
      const other = await shown('member@corp.test', olga, invite(olga, 'member@corp.test'));
      expect(await accept(taken, other)).toMatchObject(unverified);
      expect(
        await finish(await mailed('member@corp.test', forget('member@corp.test')), THEIRS),
      ).toMatchObject({ status: 200 });
      const person = await signedIn('member@corp.test', THEIRS);
      expect(await accept(person, other)).toMatchObject({ status: 200 });
      expect(await organizationsOf(person)).toEqual(['Acme', 'Other']);
    });

    it('go to the user that the operator names by address in the file of another organization', async () => {
      const attacker = await claim('named@corp.test');
      const members = [{ email: 'named@corp.test', role: 'owner', password: THEIRS }];
      const file = { organizations: [{ name: 'Third', plan: 'pro', members, workspaces: [] }] };
      await service.operator.provision(parseProvisioning(JSON.stringify(file), { source: 'test' }), {
        update: false,
      });
      expect(await attacker.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      expect(await stranger().signIn('named@corp.test', PASSWORD)).toMatchObject({ status: 401 });
      expect(await organizationsOf(await signedIn('named@corp.test', THEIRS))).toEqual(['Acme', 'Third']);
    });

    it('a password link that owners can read does not follow the user into the next organization', async () => {
      const joined = stranger();
      const token = await mailed('mover@corp.test', invite(ada, 'mover@corp.test'));
      await accept(joined, token, { name: 'Mover', password: THEIRS });
      await joined.learnToken();
      const read = await shown('mover@corp.test', ada, forget('mover@corp.test'));
      expect(
        await accept(joined, await mailed('mover@corp.test', invite(olga, 'mover@corp.test'))),
      ).toMatchObject({ status: 200 });
      expect(await finish(read, PASSWORD)).toMatchObject({
        status: 404,
        body: { error: { code: 'link_invalid' } },
      });
    });
  });
}
