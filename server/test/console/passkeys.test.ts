import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneOrganization, testDatabases } from '#test-kit';
import { Browser } from './browser.ts';
import { startConsole, type RunningConsole } from './running-console.ts';
import { SoftwarePasskey } from './software-passkey.ts';

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

for (const database of await testDatabases()) {
  describe(`passkeys on the ${database.kind} database`, () => {
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database, oneOrganization({ members }));
    });

    afterAll(() => service.stop());

    const browser = () => new Browser(service.baseUrl);
    const device = (verifies = true) => new SoftwarePasskey(service.baseUrl, { verifies });

    async function signedIn(email: string): Promise<Browser> {
      const person = browser();
      await person.signIn(email, PASSWORD);
      return person;
    }

    async function add(person: Browser, passkey: SoftwarePasskey) {
      const { body } = await person.post(`${AUTH}/passkeys/options`);
      return person.post(`${AUTH}/passkeys`, { name: 'My laptop', response: passkey.create(body as Options) });
    }

    async function enter(one: Browser, passkey: SoftwarePasskey) {
      const { body } = await one.post(`${AUTH}/passkey/options`);
      return one.post(`${AUTH}/passkey`, { response: passkey.get(body as Options) });
    }

    it('D-CONS-1 are added, listed, sign in alone, and are removed', async () => {
      const [person, passkey] = [await signedIn('ada@acme.test'), device()];
      const options = await person.post(`${AUTH}/passkeys/options`);
      expect(options).toMatchObject({
        status: 200,
        body: { rp: { id: 'localhost', name: 'Svc' }, authenticatorSelection: { userVerification: 'required' } },
      });
      const added = await add(person, passkey);
      expect(added).toMatchObject({ status: 200, body: { type: 'passkey', name: 'My laptop' } });
      expect(Object.keys(added.body).toSorted()).toEqual(['created_at', 'id', 'name', 'type']);
      expect((await person.get(`${AUTH}/passkeys`)).body).toMatchObject({ object: 'list', data: [added.body] });

      const one = browser();
      expect((await one.post(`${AUTH}/passkey/options`)).body).toMatchObject({ userVerification: 'required' });
      expect(await enter(one, passkey)).toMatchObject({ status: 200, body: { type: 'sign_in', status: 'signed_in' } });
      expect(await one.get(`${AUTH}/session`)).toMatchObject({ status: 200, body: { user: { email: 'ada@acme.test' } } });

      const other = await signedIn('bob@acme.test');
      const path = `${AUTH}/passkeys/${String(added.body['id'])}`;
      expect(await other.send('DELETE', path)).toMatchObject({ status: 404, body: { error: { code: 'passkey_not_found' } } });
      expect(await person.send('DELETE', path)).toMatchObject({ status: 200, body: { type: 'passkey', deleted: true } });
      expect(await enter(browser(), passkey)).toMatchObject({ status: 401, body: { error: { code: 'sign_in_rejected' } } });
    });

    it('must have asked for finger, face or PIN', async () => {
      const person = await signedIn('ada@acme.test');
      expect(await add(person, device(false))).toMatchObject({ status: 400, body: { error: { code: 'passkey_rejected' } } });
    });

    it('sign nothing but the challenge of this browser, once', async () => {
      const [person, passkey] = [await signedIn('ada@acme.test'), device()];
      expect(await add(person, passkey)).toMatchObject({ status: 200 });
      const [one, other] = [browser(), browser()];
      const { body } = await one.post(`${AUTH}/passkey/options`);
      await other.post(`${AUTH}/passkey/options`);
      const response = passkey.get(body as Options);
      const [stolen, jar] = [await other.post(`${AUTH}/passkey`, { response }), one.copy()];
      expect(stolen).toMatchObject({ status: 401, body: { error: { code: 'sign_in_rejected' } } });
      expect(await one.post(`${AUTH}/passkey`, { response })).toMatchObject({ status: 200 });
      expect(await jar.post(`${AUTH}/passkey`, { response })).toMatchObject({ status: 401, body: { error: { code: 'sign_in_expired' } } });
      expect(await browser().post(`${AUTH}/passkey`, { response })).toMatchObject({
        status: 401,
        body: { error: { code: 'sign_in_expired' } },
      });
    });

    it('are not those of another site', async () => {
      const [person, passkey] = [await signedIn('ada@acme.test'), new SoftwarePasskey('https://evil.test')];
      expect(await add(person, passkey)).toMatchObject({ status: 400, body: { error: { code: 'passkey_rejected' } } });
    });

    it('are added soon after a sign-in only', async () => {
      const person = await signedIn('bob@acme.test');
      await service.advance(3601);
      const refused = { status: 403, body: { error: { code: 'recent_sign_in_required' } } };
      expect(await person.post(`${AUTH}/passkeys/options`)).toMatchObject(refused);
      expect(await add(person, device())).toMatchObject({ status: 403 });
    });
  });
}
