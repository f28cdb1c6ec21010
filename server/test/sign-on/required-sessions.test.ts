import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, readReply, refusal, type ApiBrowser } from '#test-kit';
import { PASSWORD } from '../console/console-fixture.ts';
import { isSignedIn, startRequired, type RequiredFixture } from './required-fixture.ts';
import { DOMAIN } from './sign-on-fixture.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

interface Device {
  readonly device_code: string;
  readonly user_code: string;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

describe.each(await httpDatabases(import.meta.filename))(
  'sessions where single sign-on is required on $kind',
  (database) => {
    let required: RequiredFixture;
    beforeAll(async () => {
      required = await startRequired(database);
    });
    afterAll(() => required?.stop());

    const url = (path: string) => `http://127.0.0.1:${required.fixture.console.service.port}${path}`;
    const form = async (path: string, fields: Record<string, string>) =>
      readReply(await fetch(url(path), { method: 'POST', body: new URLSearchParams(fields) }));
    const models = async (credential: string): Promise<string> => {
      const headers = { authorization: `Bearer ${credential}` };
      const { status, body } = await readReply(await fetch(url('/v1/models'), { headers }));
      return status === 200 ? '200' : `${status} ${body.error.code}`;
    };
    const begin = async (): Promise<Device> =>
      (await form('/oauth/device_authorization', { client_id: 'svc-code' })).body;
    const approve = async (browser: ApiBrowser, { user_code: code }: Device) => {
      const { body } = await browser.get(`/console/api/device_request?user_code=${code}`);
      return browser.post(`/console/api/device_requests/${body['id'] as string}/approve`, {
        workspace_id: required.fixture.console.ids['Default'],
      });
    };
    const redeem = async ({ device_code: code }: Device): Promise<Tokens> =>
      (await form('/oauth/token', { grant_type: DEVICE_GRANT, device_code: code, client_id: 'svc-code' }))
        .body;
    const refresh = ({ refresh_token: token }: Tokens) =>
      form('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: 'svc-code' });
    const programOf = async (browser: ApiBrowser): Promise<Tokens> => {
      const device = await begin();
      expect((await approve(browser, device)).status).toBe(200);
      return redeem(device);
    };
    const playgroundOf = async (browser: ApiBrowser): Promise<string> => {
      const body = { workspace_id: required.fixture.console.ids['Default'] };
      const { body: made } = await browser.post('/console/api/playground/credential', body);
      return made['access_token'] as string;
    };
    const byPassword = async (email: string): Promise<ApiBrowser> => {
      const browser = required.fixture.newBrowser();
      await browser.signIn(email, PASSWORD);
      return browser;
    };
    const bySignOn = async (name: string): Promise<ApiBrowser> => {
      const { browser } = await required.signInAs(name);
      await browser.learnToken();
      return browser;
    };

    it('SSO-15 SSO-16 turning it on ends every other sign-in of these members at once, and no other', async () => {
      const { secrets } = required.fixture.console;
      const [dora, doraByIdp] = [await byPassword(`dora@${DOMAIN}`), await bySignOn('dora')];
      const [pia, gus] = [await byPassword(`pia@${DOMAIN}`), await byPassword('gus@globex.test')];
      const olga = await byPassword(`olga@${DOMAIN}`);
      const ofPassword = [await programOf(dora), await programOf(dora)] as const;
      const ofIdp = await programOf(doraByIdp);
      const ofPia = await programOf(pia);
      const [playground, playgroundOfIdp] = [await playgroundOf(dora), await playgroundOf(doraByIdp)];
      const waiting = await begin();
      expect((await approve(dora, waiting)).status).toBe(200);
      const tokens = [
        ofPassword[0].access_token,
        playground,
        ofIdp.access_token,
        playgroundOfIdp,
        ofPia.access_token,
        secrets.dora,
      ];
      expect(await Promise.all(tokens.map(models))).toEqual(tokens.map(() => '200'));

      await required.requireSignOn();

      expect(await Promise.all([dora, olga].map(isSignedIn)), 'password').toEqual([false, false]);
      expect(await Promise.all([doraByIdp, pia, gus].map(isSignedIn)), 'others').toEqual([true, true, true]);
      expect(await Promise.all(tokens.map(models))).toEqual([
        '401 token_revoked',
        '401 token_revoked',
        '200',
        '200',
        '200',
        '200',
      ]);
      expect((await refresh(ofPassword[1])).body).toMatchObject({ error: 'invalid_grant' });
      expect(await redeem(waiting)).toMatchObject({ error: 'access_denied' });
      expect((await refresh(ofIdp)).body).toMatchObject({ token_type: 'Bearer' });
      expect((await refresh(ofPia)).body).toMatchObject({ token_type: 'Bearer' });
      const log = await required.fixture.admin('GET', '/audit_events?event=session.revoked&limit=100');
      const actors = (log.body.data as { actor: { email: string } }[]).map(({ actor }) => actor.email);
      // Two sessions of the Console and three programs, one of which waited, beside those of the fixture.
      expect(actors.length).toBeGreaterThanOrEqual(5);
      expect(new Set(actors)).toEqual(new Set([`olga@${DOMAIN}`]));
      await required.setRequired(false);
      expect(await isSignedIn(dora), 'what has ended does not come back').toBe(false);
      expect((await refresh(ofPassword[0])).body).toMatchObject({ error: 'invalid_grant' });
    });

    it('SSO-16 the device page sends a person to their connection and goes on there', async () => {
      await required.requireSignOn();
      const device = await begin();
      const page = `/console/device?user_code=${device.user_code}`;
      const stranger = required.fixture.newBrowser();
      expect(refusal(await stranger.get(`/console/api/device_request?user_code=${device.user_code}`))).toBe(
        '401 session_required',
      );
      const { body } = await stranger.post('/console/api/auth/begin', { email: `dora@${DOMAIN}` });
      expect(body).toEqual({ next: 'sso', url: `/sso/${required.connectionId}/start` });
      const query = `?return_to=${encodeURIComponent(page)}`;
      const dora = await required.signInAs('dora', {}, { browser: stranger, query });
      expect(dora.location).toBe(page);
      await stranger.learnToken();
      expect((await approve(stranger, device)).status).toBe(200);
      const tokens = await redeem(device);
      expect(await models(tokens.access_token)).toBe('200');
      await required.setRequired(false);
    });

    it('SSO-16 a session by password cannot approve where it is required, the primary owner’s can', async () => {
      const [dora, pia] = [await byPassword(`dora@${DOMAIN}`), await byPassword(`pia@${DOMAIN}`)];
      const devices = [await begin(), await begin()] as const;
      await dora.get(`/console/api/device_request?user_code=${devices[0].user_code}`);
      await required.requireSignOn();
      expect(refusal(await approve(dora, devices[0]))).toBe('401 session_required');
      expect((await approve(pia, devices[1])).status).toBe(200);
      expect(await models((await redeem(devices[1])).access_token)).toBe('200');
      await required.setRequired(false);
    });

    it('SSO-15 a member who joins later, or whose domain is verified later, is bound from then on', async () => {
      const admin = required.fixture.admin.bind(required.fixture);
      await required.requireSignOn();
      const { body: domain } = await admin('POST', '/domains', { domain: 'later.test' });
      const invited = await admin('POST', '/invites', { email: 'lou@later.test', role: 'administrator' });
      expect(invited.status).toBe(201);
      const [mail] = await required.mailsTo('lou@later.test');
      const token = /#(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const lou = required.fixture.newBrowser();
      await lou.post('/console/api/auth/invite', { token, name: 'Lou', password: PASSWORD });
      expect(await isSignedIn(lou)).toBe(true);
      await lou.learnToken();
      const program = await programOf(lou);
      required.fixture.dns.texts.set(domain.txt_name as string, [domain.txt_value as string]);
      expect((await admin('POST', '/domains/later.test/verify')).status).toBe(200);
      expect(await isSignedIn(lou)).toBe(false);
      expect((await refresh(program)).body).toMatchObject({ error: 'invalid_grant' });
      await admin('DELETE', '/domains/later.test');
      expect(await isSignedIn(lou), 'without the domain it is not required').toBe(true);
      await required.setRequired(false);
    });

    it('SSO-21 disabling or deleting the connection ends its sessions and programs, and touches no key', async () => {
      const admin = required.fixture.admin.bind(required.fixture);
      const { secrets } = required.fixture.console;
      const path = `/sso_connections/${required.connectionId}`;
      for (const end of [
        () => admin('PATCH', path, { status: 'disabled' }),
        async () => {
          await admin('PATCH', path, { status: 'active' });
          const again = await bySignOn('dora');
          expect(await isSignedIn(again)).toBe(true);
          return admin('DELETE', path);
        },
      ]) {
        await admin('PATCH', path, { status: 'active' });
        const [dora, password] = [await bySignOn('dora'), await byPassword(`dora@${DOMAIN}`)];
        const [program, playground] = [await programOf(dora), await playgroundOf(dora)];
        const ofPassword = await programOf(password);
        expect((await end()).status).toBe(200);
        expect([await isSignedIn(dora), await isSignedIn(password)]).toEqual([false, true]);
        const tokens = [program.access_token, playground, ofPassword.access_token, secrets.dora];
        expect(await Promise.all(tokens.map(models))).toEqual([
          '401 token_revoked',
          '401 token_revoked',
          '200',
          '200',
        ]);
        expect((await refresh(program)).body).toMatchObject({ error: 'invalid_grant' });
      }
    });
  },
);
