import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseProvisioning } from '#config';
import {
  ApiBrowser,
  Authenticator,
  oneOrganization,
  type RunningConsole,
  startConsole,
  httpDatabases,
} from '#test-kit';

const AUTH = '/console/api/auth';
const setup = { name: 'Ada Lovelace', email: 'Ada@Acme.test', password: 'correct horse battery' };
const invalid = { status: 404, body: { error: { code: 'link_invalid' } } };

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`the owner's one-time link on the ${database.kind} database`, () => {
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database);
    });

    afterAll(() => service.stop());

    const browser = () => new ApiBrowser(service.baseUrl);

    it('D-CONS-1 creates the owner of the first start, once', async () => {
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
      expect(short).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_parameter', param: 'password' } },
      });
      const responses = await Promise.all(
        [0, 1, 2].map(() => browser().post(`${AUTH}/set_up`, { ...setup, token })),
      );
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
      expect(await one.post(`${AUTH}/set_up/read`, { token })).toMatchObject(invalid);
      await one.signIn('ada@acme.test', setup.password);
      expect(await one.get(`${AUTH}/session`)).toMatchObject({
        status: 200,
        body: {
          user: { name: 'Ada Lovelace', email: 'ada@acme.test' },
          organizations: [{ name: 'Default', role: 'primary_owner' }],
        },
      });
    });

    it('can be renewed by the operator, which ends every earlier session', async () => {
      const before = browser();
      await before.signIn('ada@acme.test', setup.password);
      const { body } = await before.post(`${AUTH}/authenticator`, { password: setup.password });
      const app = new Authenticator(body['uri'] as string);
      before.adopt(await before.post(`${AUTH}/authenticator/confirm`, { code: app.code(service.nowMs()) }));
      const [{ token: earlier }, { token, email }] = [
        await service.operator.resetSignIn({ organization: 'Default' }),
        await service.operator.resetSignIn({ organization: 'Default' }),
      ];
      expect(email).toBe('ada@acme.test');
      expect(await before.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      expect(await browser().signIn('ada@acme.test', setup.password)).toMatchObject({ status: 401 });
      expect(await browser().post(`${AUTH}/set_up`, { ...setup, token: earlier.reveal() })).toMatchObject(
        invalid,
      );
      const one = browser();
      const again = {
        name: 'Ada',
        email: 'owner@acme.test',
        password: 'another long password',
        token: token.reveal(),
      };
      // No code is required: the reset removed the app too.
      expect(await one.post(`${AUTH}/set_up`, again)).toMatchObject({
        status: 200,
        body: { status: 'signed_in' },
      });
      expect(await one.get(`${AUTH}/session`)).toMatchObject({
        body: { user: { email: 'owner@acme.test', second_factor: false } },
      });
      const key = service.firstKey!;
      expect(key.organization).toBe('Default');
      await expect(service.operator.resetSignIn({ organization: 'Nobody' })).rejects.toThrow(
        'there is no organization "Nobody"',
      );
    });

    it('is valid for a day when the operator creates it', async () => {
      const { token } = await service.operator.resetSignIn({ organization: 'Default' });
      await service.advance(86_401);
      expect(await browser().post(`${AUTH}/set_up/read`, { token: token.reveal() })).toMatchObject(invalid);
    });
  });

  describe(`users that an operator lets in again on the ${database.kind} database`, () => {
    const file = oneOrganization({
      members: ['ada', 'dev', 'off'].map((name, i) => ({
        email: `${name}@acme.test`,
        name,
        role: i === 0 ? 'primary_owner' : 'developer',
        password: setup.password,
        account: name === 'off' ? 'disabled' : 'enabled',
      })),
    }) as { organizations: [{ members: object[] }] };
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database, file);
    });

    afterAll(() => service.stop());

    const provision = (changed: object, update: boolean) =>
      service.operator.provision(parseProvisioning(JSON.stringify(changed), { source: 'test' }), { update });
    const signIn = (email: string, password: string) =>
      new ApiBrowser(service.baseUrl).signIn(email, password);
    const finish = (token: string, password: string) =>
      new ApiBrowser(service.baseUrl).post(`${AUTH}/password_reset/finish`, { token, password });

    it('choose a new password, and earlier sign-in factors are invalid, also after a restart', async () => {
      const before = new ApiBrowser(service.baseUrl);
      await before.signIn('dev@acme.test', setup.password);
      const { body } = await before.post(`${AUTH}/authenticator`, { password: setup.password });
      const app = new Authenticator(body['uri'] as string);
      before.adopt(await before.post(`${AUTH}/authenticator/confirm`, { code: app.code(service.nowMs()) }));
      await before.post(`${AUTH}/password_reset`, { email: 'dev@acme.test' });
      const ada = new ApiBrowser(service.baseUrl);
      await ada.signIn('ada@acme.test', setup.password);
      await service.advance(1);
      const [mail] = (await ada.get('/console/api/outbox')).body['data'] as { kind: string; link: string }[];
      expect(mail!.kind).toBe('password_reset');
      const [{ token: earlier }, { token, email, page }] = [
        await service.operator.resetSignIn({ email: 'dev@acme.test' }),
        await service.operator.resetSignIn({ email: 'Dev@acme.test' }),
      ];
      expect([email, page]).toEqual(['dev@acme.test', '/console/reset-password']);
      expect(await before.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      await provision(file, false);
      expect(await signIn('dev@acme.test', setup.password)).toMatchObject({ status: 401 });
      for (const old of [mail!.link.split('#')[1]!, earlier.reveal()])
        expect(await finish(old, 'of somebody else')).toMatchObject(invalid);
      expect(await finish(token.reveal(), 'another long password')).toMatchObject({ status: 200 });
      expect(await finish(token.reveal(), 'another long password')).toMatchObject(invalid);
      // No code is required: the reset removed the app too.
      expect(await signIn('dev@acme.test', 'another long password')).toMatchObject({
        status: 200,
        body: { status: 'signed_in' },
      });
      const events = (await ada.get('/console/api/audit_events?event=account.reset')).body['data'];
      expect(events).toMatchObject([{ actor: { type: 'system' } }, { actor: { type: 'system' } }]);
      const { token: late } = await service.operator.resetSignIn({ email });
      await service.advance(86_401);
      expect(await finish(late.reveal(), 'another long password')).toMatchObject(invalid);
    });

    it('must have an enabled account', async () => {
      for (const email of ['nobody@acme.test', 'off@acme.test'])
        await expect(service.operator.resetSignIn({ email })).rejects.toThrow(
          `no enabled account has the email "${email}"`,
        );
    });

    it('name another primary owner when theirs is gone', async () => {
      const [ada, dev] = file.organizations[0].members as [object, object];
      const change = (...members: object[]) =>
        provision({ organizations: [{ name: 'Acme', plan: 'pro', members }] }, true);
      await change({ ...ada, account: 'disabled' });
      await expect(service.operator.resetSignIn({ organization: 'Acme' })).rejects.toThrow(
        'ada@acme.test, the primary owner of "Acme", is disabled. Name one in a provisioning file, active and enabled, and run svc provision',
      );
      await expect(change({ ...dev, role: 'primary_owner' })).rejects.toThrow(
        'ada@acme.test is the primary owner: give them another role',
      );
      await change({ ...ada, role: 'member', status: 'removed' });
      await expect(service.operator.resetSignIn({ organization: 'Acme' })).rejects.toThrow(
        '"Acme" has no primary owner. Name one',
      );
      await change({ ...dev, role: 'primary_owner' });
      const { email, token } = await service.operator.resetSignIn({ organization: 'Acme' });
      expect(email).toBe('dev@acme.test');
      const one = new ApiBrowser(service.baseUrl);
      const renamed = { ...setup, email: 'new@acme.test', token: token.reveal() };
      expect(await one.post(`${AUTH}/set_up`, renamed)).toMatchObject({
        status: 200,
        body: { status: 'signed_in' },
      });
      // The next start has a file that does not contain it.
      const found = await provision(
        { organizations: [{ name: 'Acme', plan: 'pro', members: [{ ...dev, role: 'primary_owner' }] }] },
        false,
      );
      expect([found.created, found.passedOver]).toEqual([
        [],
        ['dev@acme.test as primary owner of "Acme": new@acme.test has that role'],
      ]);
    });
  });
}
