import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  type BrowserResponse,
  oneOrganization,
  type RunningConsole,
  startConsole,
  httpDatabases,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const people = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay', 'gil', 'hal'];
const members = people.map((name, i) => ({
  email: `${name}@acme.test`,
  name,
  role: i === 0 ? 'primary_owner' : 'owner',
  password: PASSWORD,
}));

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`guessing passwords locks nobody out, on the ${database.kind} database`, () => {
    let service: RunningConsole;
    beforeAll(async () => {
      service = await startConsole(database, oneOrganization({ members }));
    });
    afterAll(() => service.stop());

    const at = (address?: string) => new ApiBrowser(service.baseUrl, undefined, address);
    const signedIn = { status: 200, body: { status: 'signed_in' } };
    const tooMany = {
      status: 429,
      body: {
        error: { code: 'too_many_attempts', message: 'Too many attempts. Try again in 15 minutes.' },
      },
    };
    const count = (responses: readonly BrowserResponse[], status: number) =>
      responses.filter((response) => response.status === status).length;
    const guess = (email: string, address: string, times: number): Promise<BrowserResponse[]> =>
      Promise.all(Array.from({ length: times }, (_, i) => at(address).signIn(email, `guess number ${i}`)));

    it('D-CONS-1 ten wrong passwords from one network block that network and no other', async () => {
      const responses = await guess('ada@acme.test', '127.0.0.2', 12);
      expect([count(responses, 401), count(responses, 429)]).toEqual([10, 2]);
      expect(await at('127.0.0.2').signIn('ada@acme.test', PASSWORD)).toMatchObject(tooMany);
      expect(await at('127.0.0.3').signIn('ada@acme.test', PASSWORD)).toMatchObject(signedIn);
      // Attempts refused for their network do not count towards the limit of all networks.
      await guess('ada@acme.test', '127.0.0.2', 45);
      expect(await at('127.0.0.4').signIn('ada@acme.test', PASSWORD)).toMatchObject(signedIn);
    });

    it('D-CONS-1 many networks together are blocked, except browsers that signed in before', async () => {
      const [known, other] = [at(), at()];
      expect(await known.signIn('bob@acme.test', PASSWORD)).toMatchObject(signedIn);
      expect(await other.signIn('cyd@acme.test', PASSWORD)).toMatchObject(signedIn);
      await known.post(`${AUTH}/sign_out`);
      const responses = [];
      for (let network = 10; network < 16; network++)
        responses.push(...(await guess('bob@acme.test', `127.0.0.${network}`, 10)));
      expect([count(responses, 401), count(responses, 429)]).toEqual([50, 10]);
      expect(await at('127.0.0.9').signIn('bob@acme.test', PASSWORD)).toMatchObject(tooMany);
      expect(await other.signIn('bob@acme.test', PASSWORD)).toMatchObject(tooMany);
      expect(await known.signIn('bob@acme.test', PASSWORD)).toMatchObject(signedIn);
    });

    it('D-CONS-1 a known browser is blocked by its own wrong passwords, and stays known for its other users', async () => {
      const browser = at('127.0.0.20');
      for (const email of ['dan@acme.test', 'eve@acme.test'])
        expect(await browser.signIn(email, PASSWORD)).toMatchObject(signedIn);
      const stolen = browser.copy();
      for (let i = 0; i < 10; i++)
        expect(await stolen.signIn('dan@acme.test', `guess number ${i}`)).toMatchObject({ status: 401 });
      expect(await browser.copy().signIn('dan@acme.test', PASSWORD)).toMatchObject(tooMany);
      // Unknown browsers in the same network have their own attempts, and failures there do not block known
      // browsers.
      const tokens = Array.from({ length: 60 }, (_, i) =>
        at('127.0.0.20').post(`${AUTH}/set_up/read`, { token: `guess number ${i}` }),
      );
      await Promise.all(tokens);
      expect(await at('127.0.0.20').signIn('eve@acme.test', PASSWORD)).toMatchObject(tooMany);
      expect(await browser.copy().signIn('eve@acme.test', PASSWORD)).toMatchObject(signedIn);
    });

    it('D-CONS-1 a forged or expired cookie does not make a browser known', async () => {
      const browser = at('127.0.0.30');
      expect(await browser.signIn('gil@acme.test', PASSWORD)).toMatchObject(signedIn);
      const cookie = browser.cookies.get('svc.known_browser')!;
      await guess('gil@acme.test', '127.0.0.31', 10);
      const withCookie = (value: string): Promise<BrowserResponse> => {
        const forged = at('127.0.0.31');
        forged.cookies.set('svc.known_browser', value);
        return forged.signIn('gil@acme.test', PASSWORD);
      };
      const [id, issuedAtMs, signature] = cookie.split('.');
      expect(await withCookie(`${'A'.repeat(22)}.${issuedAtMs}.${signature}`)).toMatchObject(tooMany);
      expect(await withCookie(`${id}.${Number(issuedAtMs) + 1}.${signature}`)).toMatchObject(tooMany);
      expect(await withCookie('~~.')).toMatchObject(tooMany);
      expect(await withCookie(cookie)).toMatchObject(signedIn);
      await service.advance(366 * 86_400);
      await guess('gil@acme.test', '127.0.0.31', 10);
      expect(await withCookie(cookie)).toMatchObject(tooMany);
    });

    it('D-CONS-1 an attacker with the password but no code blocks nobody', async () => {
      const person = at();
      await person.signIn('fay@acme.test', PASSWORD);
      const { body } = await person.post(`${AUTH}/authenticator`, { password: PASSWORD });
      const app = new Authenticator(body['uri'] as string);
      const confirmed = await person.post(`${AUTH}/authenticator/confirm`, {
        code: app.code(service.nowMs()),
      });
      person.adopt(confirmed);
      await person.post(`${AUTH}/sign_out`);
      const responses = [];
      for (const address of ['127.0.0.40', '127.0.0.41', '127.0.0.42']) {
        // A sign-in accepts a few codes and must then start over.
        for (let round = 0; round < 4; round++) {
          const thief = at(address);
          await thief.signIn('fay@acme.test', PASSWORD);
          for (let i = 0; i < 3; i++)
            responses.push(await thief.post(`${AUTH}/sign_in/code`, { code: `00000${i}` }));
        }
      }
      // Ten per network and twenty in total, whatever the kind of code.
      expect([count(responses, 401), count(responses, 429)]).toEqual([20, 16]);
      const recovery = at('127.0.0.43');
      await recovery.signIn('fay@acme.test', PASSWORD);
      expect(await recovery.post(`${AUTH}/sign_in/recovery_code`, { code: 'aaaaa-bbbbb' })).toMatchObject(
        tooMany,
      );
      await person.signIn('fay@acme.test', PASSWORD);
      await service.advance(30);
      expect(await person.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs()) })).toMatchObject(
        signedIn,
      );
    });

    it('D-CONS-1 a password reset by mail lets its user in, however many attempts fail elsewhere', async () => {
      await guess('hal@acme.test', '127.0.0.57', 10);
      const { token } = await service.operator.resetSignIn({ email: 'hal@acme.test' });
      const browser = at('127.0.0.57');
      expect(await browser.signIn('hal@acme.test', PASSWORD)).toMatchObject(tooMany);
      const body = { token: token.reveal(), password: PASSWORD };
      expect(await browser.post(`${AUTH}/password_reset/finish`, body)).toMatchObject({ status: 200 });
      expect(await browser.signIn('hal@acme.test', PASSWORD)).toMatchObject(signedIn);
    });

    it('D-CONS-1 setting up an account by a link signs its user in, however many attempts fail elsewhere', async () => {
      await guess('ada@acme.test', '127.0.0.60', 10);
      const { token } = await service.operator.resetSignIn({ organization: 'Acme' });
      const setup = { token: token.reveal(), name: 'Ada', email: 'ada@acme.test', password: PASSWORD };
      expect(await at('127.0.0.60').post(`${AUTH}/set_up`, setup)).toMatchObject(signedIn);
    });
  });
}
