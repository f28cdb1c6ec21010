import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  oneOrganization,
  type RunningConsole,
  startConsole,
  httpDatabases,
  withRealPasswordHashes,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const members = [
  { email: 'ada@acme.test', name: 'Ada', role: 'primary_owner', password: PASSWORD },
  { email: 'off@acme.test', name: 'Off', role: 'developer', password: PASSWORD, account: 'disabled' },
  { email: 'cyd@acme.test', name: 'Cyd', role: 'developer', password: PASSWORD },
  { email: 'gone@acme.test', name: 'Gone', role: 'developer', password: PASSWORD, status: 'suspended' },
];

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`signing in on the ${database.kind} database`, () => {
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database, oneOrganization({ members }), { console_session_total_days: 3 });
    });

    afterAll(() => service.stop());

    const browser = () => new ApiBrowser(service.baseUrl);
    const SESSION = '/console/api/auth/session';
    const ended = {
      status: 401,
      body: { error: { type: 'authentication_error', code: 'session_required', param: null } },
    };

    async function signedIn(email = 'ada@acme.test'): Promise<ApiBrowser> {
      const one = browser();
      expect(await one.signIn(email, PASSWORD)).toMatchObject({ status: 200, body: { status: 'signed_in' } });
      return one;
    }

    it('D-CONS-1 signs in with the provisioned password, returns the user, and signs out', async () => {
      const ada = browser();
      expect(await ada.signIn('Ada@acme.test', PASSWORD)).toMatchObject({
        status: 200,
        body: { type: 'sign_in', status: 'signed_in' },
      });
      const session = await ada.get(SESSION);
      expect(session).toMatchObject({
        status: 200,
        body: { user: { email: 'ada@acme.test', name: 'Ada', second_factor: false } },
      });
      expect(session.body).toMatchObject({ organizations: [{ name: 'Acme', role: 'primary_owner' }] });
      expect((session.body['organizations'] as { id: string }[])[0]?.id).toBe(
        session.body['organization_id'],
      );
      const stolen = ada.copy();
      expect(await ada.post('/console/api/auth/sign_out')).toMatchObject({
        status: 200,
        body: { type: 'done' },
      });
      expect([...ada.cookies.keys()]).toEqual(['svc.known_browser']);
      expect(await stolen.get(SESSION)).toMatchObject(ended);
    });

    it('sends the cookie to the browser only, and its token to nobody', async () => {
      const { headers, body } = await browser().post('/console/api/auth/sign_in', {
        email: 'ada@acme.test',
        password: PASSWORD,
      });
      const [cookie, known, ...others] = headers.getSetCookie();
      expect(others).toEqual([]);
      expect(known).toMatch(
        /^svc\.known_browser=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(cookie).toMatch(/^svc\.session_token=[^;]+; Max-Age=259200; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(Object.keys(body).toSorted()).toEqual(['status', 'type']);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('does not reveal whether an account exists, and refuses disabled ones', async () => {
      const refused = { status: 401, body: { error: { code: 'sign_in_rejected', param: null } } };
      expect(await browser().signIn('ada@acme.test', 'a wrong password')).toMatchObject(refused);
      expect(await browser().signIn('nobody@acme.test', PASSWORD)).toMatchObject(refused);
      expect(await browser().signIn('off@acme.test', PASSWORD)).toMatchObject({
        status: 403,
        body: { error: { code: 'account_disabled' } },
      });
      expect(await browser().signIn('off@acme.test', 'a wrong password')).toMatchObject(refused);
    });

    it('signs a suspended member in without an organization', async () => {
      const removed = await signedIn('gone@acme.test');
      expect(await removed.get(SESSION)).toMatchObject({
        status: 200,
        body: { organization_id: null, organizations: [] },
      });
    });

    it('accepts a change only from its own pages, with the token of this session', async () => {
      const [ada, other] = [await signedIn(), await signedIn()];
      const refused = { status: 403, body: { error: { code: 'csrf_rejected' } } };
      const leave = '/console/api/auth/sign_out';
      for (const origin of ['https://evil.test', 'null', ''])
        expect(await ada.post(leave, undefined, { origin })).toMatchObject(refused);
      const { csrf_token: vendor } = (await other.get(SESSION)).body as { csrf_token: string };
      for (const token of ['', 'x', vendor])
        expect(await ada.post(leave, undefined, { 'svc-csrf': token })).toMatchObject(refused);
      const credentials = { email: 'ada@acme.test', password: PASSWORD };
      expect(
        await browser().post('/console/api/auth/sign_in', credentials, { origin: 'https://evil.test' }),
      ).toMatchObject(refused);
      expect(await ada.get(SESSION)).toMatchObject({ status: 200 });
    });

    it('creates a new session at every sign-in, and ignores cookies it did not sign', async () => {
      const ada = await signedIn();
      const [name, first] = [...ada.cookies][0]!;
      await ada.signIn('ada@acme.test', PASSWORD);
      expect(ada.cookies.get(name)).not.toBe(first);
      const planted = browser();
      planted.cookies.set(name, `planted.${first.split('.')[1]}`);
      await planted.post('/console/api/auth/sign_in', { email: 'ada@acme.test', password: PASSWORD });
      expect(planted.cookies.get(name)).not.toContain('planted');
      const forged = browser();
      forged.cookies.set(name, `${first.split('.')[0]}.${Buffer.alloc(32).toString('base64url')}`);
      expect(await forged.get(SESSION)).toMatchObject(ended);
    });

    it('never redirects, and does not expose the routes of its library', async () => {
      const credentials = { email: 'ada@acme.test', password: PASSWORD };
      for (const extra of [{ callbackURL: 'https://evil.test' }, { rememberMe: false }]) {
        const refused = await browser().post('/console/api/auth/sign_in', { ...credentials, ...extra });
        expect(refused).toMatchObject({ status: 400, body: { error: { code: 'unknown_parameter' } } });
      }
      const gets = [
        'get-session',
        'reset-password/x?callbackURL=https://evil.test',
        'callback/github',
        'verify-email?token=x',
        'error',
        'ok',
      ];
      for (const path of gets)
        expect(await browser().get(`/console/api/auth/${path}`)).toMatchObject({ status: 404 });
      for (const path of [
        'sign-in/email',
        'sign-up/email',
        'two-factor/enable',
        'update-user',
        'set-password',
        'delete-user',
      ]) {
        expect(await browser().post(`/console/api/auth/${path}`, credentials)).toMatchObject({ status: 404 });
      }
    });

    it('takes equally long for unknown and existing users', async () => {
      const timed = async (email: string) => {
        const startedAt = performance.now();
        await browser().signIn(email, 'a wrong password');
        return performance.now() - startedAt;
      };
      const [known, unknown]: [number[], number[]] = [[], []];
      await withRealPasswordHashes(async () => {
        for (let i = 0; i < 9; i++) {
          known.push(await timed('cyd@acme.test'));
          unknown.push(await timed('nobody@acme.test'));
        }
      });
      const median = (times: number[]) => times.toSorted((a, b) => a - b)[4]!;
      expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
      expect(median(unknown) / median(known)).toBeLessThan(2);
    });

    it('D-CONS-1 ends a session after 12 hours without use, and after its maximum lifetime', async () => {
      const [idle, busy] = [await signedIn(), await signedIn()];
      await service.advance(11 * 3600);
      expect(await busy.get(SESSION)).toMatchObject({ status: 200 });
      await service.advance(3000);
      expect(await idle.copy().get(SESSION)).toMatchObject({ status: 200 });
      await service.advance(12 * 3600);
      expect(await idle.get(SESSION)).toMatchObject(ended);
      const lasting = await signedIn();
      for (let hours = 0; hours < 3 * 24 - 10; hours += 10) {
        expect(await lasting.get(SESSION)).toMatchObject({ status: 200 });
        await service.advance(10 * 3600);
      }
      expect(await lasting.get(SESSION)).toMatchObject({ status: 200 });
      await service.advance(10 * 3600);
      expect(await lasting.get(SESSION)).toMatchObject(ended);
    });
  });
}
