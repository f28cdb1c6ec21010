import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, httpDatabases, refusal, SoftwarePasskey, type ApiBrowser } from '#test-kit';
import { PASSWORD } from '../console/console-fixture.ts';
import { isSignedIn, startRequired, type RequiredFixture } from './required-fixture.ts';
import { DOMAIN } from './sign-on-fixture.ts';

const AUTH = '/console/api/auth';
const REJECTED = '401 sign_in_rejected';

const RESET = 'Set a new password';

interface Options extends Record<string, unknown> {
  readonly challenge: string;
}

describe.each(await httpDatabases(import.meta.filename))(
  'ways in that required single sign-on closes on $kind',
  (database) => {
    let required: RequiredFixture;
    let earlierLink: string;
    let passkey: SoftwarePasskey;
    let waiting: ApiBrowser;
    let app: Authenticator;
    let before: readonly unknown[];

    const browser = () => required.fixture.newBrowser();
    const emailOf = (name: string) => `${name}@${DOMAIN}`;
    /** The token of the last link that the person was mailed. */
    const mailedToken = async (email: string): Promise<string> =>
      /#(\w+)/.exec((await required.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? 'no link';
    const resets = async (name: string): Promise<number> =>
      (await required.mailsTo(emailOf(name))).filter(({ subject }) => subject === RESET).length;
    const invite = async (email: string): Promise<string> => {
      const invited = await required.fixture.admin('POST', '/invites', { email, role: 'member' });
      expect(invited.status).toBe(201);
      return mailedToken(email);
    };
    const forget = (email: string) => browser().post(`${AUTH}/password_reset`, { email });
    const finishReset = (token: string) =>
      browser().post(`${AUTH}/password_reset/finish`, { token, password: 'heron lattice quiet obelisk' });
    const enterByPasskey = async () => {
      const one = browser();
      const { body } = await one.post(`${AUTH}/passkey/options`);
      return one.post(`${AUTH}/passkey`, {
        response: passkey.get(body as Options),
      });
    };
    const accept = (token: string, name: string) =>
      browser().post(`${AUTH}/invite`, { token, name, password: 'heron lattice quiet obelisk' });

    beforeAll(async () => {
      required = await startRequired(database);
      const { console: fixture } = required.fixture;
      await forget(emailOf('mona'));
      earlierLink = await mailedToken(emailOf('mona'));
      const mailed = await resets('mona');
      const dirk = await fixture.browserOf('second_developer');
      passkey = new SoftwarePasskey(fixture.service.baseUrl);
      const { body } = await dirk.post(`${AUTH}/passkeys/options`, { password: PASSWORD });
      const response = passkey.create(body as Options);
      await dirk.post(`${AUTH}/passkeys`, { name: 'Laptop', response });
      const adam = await fixture.browserOf('administrator');
      const made = await adam.post(`${AUTH}/authenticator`, { password: PASSWORD });
      app = new Authenticator(made.body['uri'] as string);
      await adam.post(`${AUTH}/authenticator/confirm`, { code: app.code(fixture.service.nowMs()) });
      waiting = browser();
      const asked = await waiting.signIn(emailOf('adam'), PASSWORD);
      before = [mailed, (await enterByPasskey()).body['status'], asked.body['status']];
      await required.requireSignOn();
    });
    afterAll(() => required?.stop());

    it('each of them is open before', () => {
      expect(before).toEqual([1, 'signed_in', 'code_required']);
    });

    it.each(['olga', 'adam', 'dora', 'bill', 'mona', 'dirk', 'susi'])(
      'SSO-13 D-SSO-19 password of %s: the same response as for a wrong one',
      async (name) => {
        const [right, wrong] = [
          await browser().signIn(emailOf(name), PASSWORD),
          await browser().signIn(emailOf(name), 'not the password at all'),
        ];
        expect(refusal(right)).toBe(REJECTED);
        const [a, b] = [right, wrong].map(({ body }) => ({ ...(body['error'] as object), request_id: '' }));
        expect(a).toEqual(b);
      },
    );

    it('SSO-13 passkeys, and a sign-in that waited for its code', async () => {
      expect(refusal(await enterByPasskey())).toBe(REJECTED);
      const code = app.code(required.fixture.console.service.nowMs());
      expect(refusal(await waiting.post(`${AUTH}/sign_in/code`, { code }))).toBe('401 sign_in_expired');
      expect(refusal(await waiting.post(`${AUTH}/sign_in/recovery_code`, { code: 'aaaaa-aaaaa' }))).toBe(
        '401 sign_in_expired',
      );
    });

    it('SSO-13 D-SSO-19 reset: no mail, the same response, and a link from before opens nothing', async () => {
      const [bound, unknown] = [await forget(emailOf('dora')), await forget(emailOf('nobody'))];
      expect([bound.status, bound.body]).toEqual([unknown.status, unknown.body]);
      expect(bound.status).toBe(200);
      expect(await resets('dora')).toBe(0);
      expect(refusal(await finishReset(earlierLink))).toBe('404 link_invalid');
    });

    it('SSO-13 the primary owner keeps password, reset and second factor', async () => {
      const { service } = required.fixture.console;
      const pia = browser();
      expect((await pia.signIn(emailOf('pia'), PASSWORD)).body['status']).toBe('signed_in');
      const made = await pia.post(`${AUTH}/authenticator`, { password: PASSWORD });
      const own = new Authenticator(made.body['uri'] as string);
      await pia.post(`${AUTH}/authenticator/confirm`, { code: own.code(service.nowMs()) });
      await pia.learnToken();
      await service.advance(30);
      const again = browser();
      expect((await again.signIn(emailOf('pia'), PASSWORD)).body['status']).toBe('code_required');
      await again.post(`${AUTH}/sign_in/code`, { code: own.code(service.nowMs()) });
      expect(await isSignedIn(again)).toBe(true);
      await forget(emailOf('pia'));
      expect(await resets('pia')).toBe(1);
      expect((await finishReset(await mailedToken(emailOf('pia')))).status).toBe(200);
      const renewed = await browser().signIn(emailOf('pia'), 'heron lattice quiet obelisk');
      expect(renewed.body['status']).toBe('code_required');
    });

    it('SSO-13 an invite of a verified domain makes a member who signs in by the connection alone', async () => {
      const joined = await accept(await invite(emailOf('nina')), 'Nina');
      expect(refusal(joined)).toBe('401 session_required');
      expect(refusal(await browser().signIn(emailOf('nina'), 'heron lattice quiet obelisk'))).toBe(REJECTED);
      const nina = await required.signInAs('nina');
      expect([nina.location, await isSignedIn(nina.browser)]).toEqual(['/console/', true]);
    });

    it('SSO-13 a member of another domain keeps their password', async () => {
      const partner = await accept(await invite('ext@partner.test'), 'Ext');
      expect(partner.body).toMatchObject({ status: 'signed_in' });
      const again = browser();
      await again.signIn('ext@partner.test', 'heron lattice quiet obelisk');
      expect(await isSignedIn(again)).toBe(true);
    });

    it('SSO-13 a person of two organizations is bound in both by the one that verified their domain', async () => {
      const gus = browser();
      await gus.signIn('gus@globex.test', PASSWORD);
      await gus.post('/console/api/invites', { email: emailOf('dora'), role: 'member' });
      const token = await mailedToken(emailOf('dora'));
      const dora = await required.signInAs('dora');
      await dora.browser.learnToken();
      expect((await dora.browser.post(`${AUTH}/invite`, { token })).body).toMatchObject({
        status: 'signed_in',
      });
      const { body: session } = await dora.browser.get(`${AUTH}/session`);
      expect(session['organizations']).toMatchObject([{ name: 'Acme' }, { name: 'Globex' }]);
      expect((await dora.browser.get('/console/api/organization')).status, 'in Globex').not.toBe(401);
      expect(refusal(await browser().signIn(emailOf('dora'), PASSWORD))).toBe(REJECTED);
      expect((await gus.get(`${AUTH}/session`)).status, 'people of Globex').toBe(200);
    });

    it('SSO-13 passwords work again once it is no longer required', async () => {
      expect((await required.setRequired(false)).body.sso).toMatchObject({ required: false });
      const dora = browser();
      await dora.signIn(emailOf('dora'), PASSWORD);
      expect(await isSignedIn(dora)).toBe(true);
    });
  },
);
