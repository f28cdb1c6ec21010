import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  oneOrganization,
  type RunningConsole,
  SoftwarePasskey,
  startConsole,
  httpDatabases,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const members = ['ada', 'bob'].map((name, i) => ({
  email: `${name}@acme.test`,
  name,
  role: i === 0 ? 'primary_owner' : 'developer',
  password: PASSWORD,
}));

interface Options extends Record<string, unknown> {
  readonly challenge: string;
}

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`passkeys on the ${database.kind} database`, () => {
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database, oneOrganization({ members }));
    });

    afterAll(() => service.stop());

    const browser = () => new ApiBrowser(service.baseUrl);
    const device = (verifies = true) => new SoftwarePasskey(service.baseUrl, { verifies });

    async function signedIn(email: string): Promise<ApiBrowser> {
      const person = browser();
      await person.signIn(email, PASSWORD);
      return person;
    }

    async function add(person: ApiBrowser, passkey: SoftwarePasskey) {
      const { body } = await person.post(`${AUTH}/passkeys/options`, { password: PASSWORD });
      return person.post(`${AUTH}/passkeys`, {
        name: 'My laptop',
        response: passkey.create(body as Options),
      });
    }

    async function enter(one: ApiBrowser, passkey: SoftwarePasskey) {
      const { body } = await one.post(`${AUTH}/passkey/options`);
      return one.post(`${AUTH}/passkey`, { response: passkey.get(body as Options) });
    }

    it('are not added by a session that ended while the request was sent', async () => {
      const [person, passkey] = [await signedIn('bob@acme.test'), device()];
      const { body } = await person.post(`${AUTH}/passkeys/options`, { password: PASSWORD });
      const text = JSON.stringify({ name: 'Mine', response: passkey.create(body as Options) });
      const sent = request(`${service.baseUrl}${AUTH}/passkeys`, {
        method: 'POST',
        headers: {
          ...(await person.sessionHeaders(`${AUTH}/session`)),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      });
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      sent.write(text.slice(0, 20));
      // Whether it arrives before the session ends or after, it must be refused.
      await delay(300);
      await (await signedIn('bob@acme.test')).post('/console/api/sessions/revoke_others');
      sent.end(text.slice(20));
      const [response] = await answered;
      response.resume();
      expect(response.statusCode).toBe(401);
      expect((await enter(browser(), passkey)).status).toBe(401);
    });

    it('D-CONS-1 can be added, listed, used to sign in without a password, and removed', async () => {
      const [person, passkey] = [await signedIn('ada@acme.test'), device()];
      const options = await person.post(`${AUTH}/passkeys/options`, { password: PASSWORD });
      expect(options).toMatchObject({
        status: 200,
        body: {
          rp: { id: 'localhost', name: 'Svc' },
          authenticatorSelection: { userVerification: 'required' },
        },
      });
      const added = await add(person, passkey);
      expect(added).toMatchObject({ status: 200, body: { type: 'passkey', name: 'My laptop' } });
      expect(Object.keys(added.body).toSorted()).toEqual(['created_at', 'id', 'name', 'type']);
      expect((await person.get(`${AUTH}/passkeys`)).body).toMatchObject({
        object: 'list',
        data: [added.body],
      });

      const one = browser();
      expect((await one.post(`${AUTH}/passkey/options`)).body).toMatchObject({
        userVerification: 'required',
      });
      expect(await enter(one, passkey)).toMatchObject({
        status: 200,
        body: { type: 'sign_in', status: 'signed_in' },
      });
      expect(await one.get(`${AUTH}/session`)).toMatchObject({
        status: 200,
        body: { user: { email: 'ada@acme.test' } },
      });

      const other = await signedIn('bob@acme.test');
      const path = `${AUTH}/passkeys/${String(added.body['id'])}/remove`;
      const remove = (who: ApiBrowser, password = PASSWORD) => who.post(path, { password });
      expect(await remove(person, 'not the password')).toMatchObject({
        status: 403,
        body: { error: { code: 'password_rejected' } },
      });
      expect(await remove(other)).toMatchObject({
        status: 404,
        body: { error: { code: 'passkey_not_found' } },
      });
      expect(await remove(person)).toMatchObject({ status: 200, body: { type: 'passkey', deleted: true } });
      expect(await enter(browser(), passkey)).toMatchObject({
        status: 401,
        body: { error: { code: 'sign_in_rejected' } },
      });
    });

    it('require user verification', async () => {
      const person = await signedIn('ada@acme.test');
      expect(await add(person, device(false))).toMatchObject({
        status: 400,
        body: { error: { code: 'passkey_rejected' } },
      });
    });

    it('sign only the challenge of this browser, once', async () => {
      const [person, passkey] = [await signedIn('ada@acme.test'), device()];
      expect(await add(person, passkey)).toMatchObject({ status: 200 });
      const [one, other] = [browser(), browser()];
      const { body } = await one.post(`${AUTH}/passkey/options`);
      await other.post(`${AUTH}/passkey/options`);
      const response = passkey.get(body as Options);
      const [stolen, jar] = [await other.post(`${AUTH}/passkey`, { response }), one.copy()];
      expect(stolen).toMatchObject({ status: 401, body: { error: { code: 'sign_in_rejected' } } });
      expect(await one.post(`${AUTH}/passkey`, { response })).toMatchObject({ status: 200 });
      expect(await jar.post(`${AUTH}/passkey`, { response })).toMatchObject({
        status: 401,
        body: { error: { code: 'sign_in_expired' } },
      });
      expect(await browser().post(`${AUTH}/passkey`, { response })).toMatchObject({
        status: 401,
        body: { error: { code: 'sign_in_expired' } },
      });
    });

    it('have a challenge that expires after five minutes', async () => {
      const [person, passkey] = [await signedIn('ada@acme.test'), device()];
      expect(await add(person, passkey)).toMatchObject({ status: 200 });
      const one = browser();
      const { body } = await one.post(`${AUTH}/passkey/options`);
      const late = one.copy();
      await service.advance(299);
      expect(await one.post(`${AUTH}/passkey`, { response: passkey.get(body as Options) })).toMatchObject({
        status: 200,
      });
      await service.advance(2);
      expect(await late.post(`${AUTH}/passkey`, { response: passkey.get(body as Options) })).toMatchObject({
        status: 401,
        body: { error: { code: 'sign_in_expired' } },
      });
    });

    it('of another site are refused', async () => {
      const [person, passkey] = [await signedIn('ada@acme.test'), new SoftwarePasskey('https://evil.test')];
      expect(await add(person, passkey)).toMatchObject({
        status: 400,
        body: { error: { code: 'passkey_rejected' } },
      });
    });

    it('of a copied device are refused once its count goes back', async () => {
      const [person, passkey] = [await signedIn('ada@acme.test'), device()];
      expect(await add(person, passkey)).toMatchObject({ status: 200 });
      const copy = passkey.copy();
      expect(await enter(browser(), passkey)).toMatchObject({ status: 200 });
      expect(await enter(browser(), copy)).toMatchObject({
        status: 401,
        body: { error: { code: 'sign_in_rejected' } },
      });
      expect(await enter(browser(), passkey)).toMatchObject({ status: 200 });
    });

    it('cannot be replaced by those of another person under the same id', async () => {
      const [ada, bob, passkey] = [
        await signedIn('ada@acme.test'),
        await signedIn('bob@acme.test'),
        device(),
      ];
      expect(await add(ada, passkey)).toMatchObject({ status: 200 });
      const forged = passkey.forged();
      for (const person of [ada, bob])
        expect(await add(person, forged)).toMatchObject({
          status: 400,
          body: { error: { code: 'passkey_rejected' } },
        });
      expect(await enter(browser(), forged)).toMatchObject({ status: 401 });
      expect(await enter(browser(), passkey)).toMatchObject({ status: 200 });
    });

    it('are added only by the person who proved again who they are', async () => {
      const [ada, bob] = [await signedIn('ada@acme.test'), await signedIn('bob@acme.test')];
      const { body } = await ada.post(`${AUTH}/passkeys/options`, { password: PASSWORD });
      bob.cookies.set('svc.passkey', ada.cookies.get('svc.passkey')!);
      const response = device().create(body as Options);
      expect(await bob.post(`${AUTH}/passkeys`, { name: 'Mine', response })).toMatchObject({
        status: 400,
        body: { error: { code: 'passkey_rejected' } },
      });
      expect(await ada.post(`${AUTH}/passkeys`, { name: 'Hers', response })).toMatchObject({ status: 200 });
    });

    it('cannot be added with a session alone', async () => {
      const [person, passkey] = [await signedIn('bob@acme.test'), device()];
      const begin = (body: object) => person.post(`${AUTH}/passkeys/options`, body);
      expect(await begin({})).toMatchObject({ status: 400, body: { error: { param: 'password' } } });
      expect(await begin({ password: 'not the password' })).toMatchObject({
        status: 403,
        body: { error: { code: 'password_rejected' } },
      });
      // Nor with the challenge of a sign-in, which anybody can get.
      const { body } = await person.post(`${AUTH}/passkey/options`);
      const planted = await person.post(`${AUTH}/passkeys`, {
        name: 'Mine',
        response: passkey.create(body as Options),
      });
      expect(planted).toMatchObject({ status: 400, body: { error: { code: 'passkey_rejected' } } });
      expect(await person.get(`${AUTH}/passkeys`)).toMatchObject({ body: { data: [] } });
    });
  });
}
