import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '#test-kit';
import { Authenticator } from './authenticator.ts';
import { Browser } from './browser.ts';
import { startConsole, type RunningConsole } from './running-console.ts';

const AUTH = '/console/api/auth';
const setup = { name: 'Ada Lovelace', email: 'Ada@Acme.test', password: 'correct horse battery' };
const invalid = { status: 404, body: { error: { code: 'link_invalid' } } };

for (const database of await testDatabases()) {
  describe(`the owner's one-time link on the ${database.kind} database`, () => {
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database);
    }, 60_000);

    afterAll(() => service.stop());

    const browser = () => new Browser(service.baseUrl);

    it('D-CONS-1 makes the owner of the first start, once', async () => {
      const token = service.firstKey!.ownerToken.reveal();
      const one = browser();
      for (const wrong of [`${token}0`, token.slice(1), 'owner_']) {
        expect(await one.post(`${AUTH}/set_up/read`, { token: wrong })).toMatchObject(invalid);
        expect(await one.post(`${AUTH}/set_up`, { ...setup, token: wrong })).toMatchObject(invalid);
      }
      expect(await one.post(`${AUTH}/set_up/read`, { token })).toMatchObject({
        status: 200,
        body: { type: 'owner_link', organization: 'Default', email: 'owner@localhost' },
      });
      const short = await one.post(`${AUTH}/set_up`, { ...setup, password: 'elevenchars', token });
      expect(short).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter', param: 'password' } } });
      const answers = await Promise.all([0, 1, 2].map(() => browser().post(`${AUTH}/set_up`, { ...setup, token })));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
      expect(await one.post(`${AUTH}/set_up/read`, { token })).toMatchObject(invalid);
      await one.signIn('ada@acme.test', setup.password);
      expect(await one.get(`${AUTH}/session`)).toMatchObject({
        status: 200,
        body: { user: { name: 'Ada Lovelace', email: 'ada@acme.test' }, organizations: [{ name: 'Default', role: 'primary_owner' }] },
      });
    });

    it('is made anew by the operator, and ends everything that signed in before', async () => {
      const before = browser();
      await before.signIn('ada@acme.test', setup.password);
      const { body } = await before.post(`${AUTH}/authenticator`, { password: setup.password });
      const app = new Authenticator(body['uri'] as string);
      before.adopt(await before.post(`${AUTH}/authenticator/confirm`, { code: app.code(service.nowMs()) }));
      const [{ token: earlier }, { token, email }] = [await service.resetOwner('Default'), await service.resetOwner('Default')];
      expect(email).toBe('ada@acme.test');
      expect(await before.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      expect(await browser().signIn('ada@acme.test', setup.password)).toMatchObject({ status: 401 });
      expect(await browser().post(`${AUTH}/set_up`, { ...setup, token: earlier.reveal() })).toMatchObject(invalid);
      const one = browser();
      const again = { name: 'Ada', email: 'owner@acme.test', password: 'another long password', token: token.reveal() };
      // No code is asked for: the app stopped with the rest.
      expect(await one.post(`${AUTH}/set_up`, again)).toMatchObject({ status: 200, body: { status: 'signed_in' } });
      expect(await one.get(`${AUTH}/session`)).toMatchObject({ body: { user: { email: 'owner@acme.test', second_factor: false } } });
      const key = service.firstKey!;
      expect(key.organization).toBe('Default');
      await expect(service.resetOwner('Nobody')).rejects.toThrow('there is no organization "Nobody"');
    });

    it('lasts a day when the operator makes it', async () => {
      const { token } = await service.resetOwner('Default');
      await service.advance(86_401);
      expect(await browser().post(`${AUTH}/set_up/read`, { token: token.reveal() })).toMatchObject(invalid);
    });
  });
}
