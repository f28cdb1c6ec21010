import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  oneOrganization,
  type RunningConsole,
  SoftwarePasskey,
  startConsole,
  httpDatabases,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const OTHER_PASSWORD = 'another long password';
const AUTH = '/console/api/auth';
const members = ['ada', 'bob', 'cyd', 'dan'].map((name, i) => ({
  email: `${name}@acme.test`,
  name,
  role: i === 0 ? 'primary_owner' : 'developer',
  password: PASSWORD,
}));

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`changes of sign-in factors on the ${database.kind} database`, () => {
    let service: RunningConsole;
    let ada: ApiBrowser;

    beforeAll(async () => {
      service = await startConsole(database, oneOrganization({ members }));
      ada = await signedIn('ada@acme.test');
    });

    afterAll(() => service.stop());

    async function signedIn(email: string, password = PASSWORD): Promise<ApiBrowser> {
      const one = new ApiBrowser(service.baseUrl);
      expect(await one.signIn(email, password)).toMatchObject({ status: 200, body: { status: 'signed_in' } });
      return one;
    }

    async function addPasskey(person: ApiBrowser, proof: object = { password: PASSWORD }) {
      const passkey = new SoftwarePasskey(service.baseUrl);
      const { body } = await person.post(`${AUTH}/passkeys/options`, proof);
      const added = await person.post(`${AUTH}/passkeys`, {
        name: 'laptop',
        response: passkey.create(body as { challenge: string }),
      });
      expect(added).toMatchObject({ status: 200 });
      return { passkey, id: String(added.body['id']) };
    }

    async function enters(passkey: SoftwarePasskey): Promise<number> {
      const one = new ApiBrowser(service.baseUrl);
      const { body } = await one.post(`${AUTH}/passkey/options`);
      return (await one.post(`${AUTH}/passkey`, { response: passkey.get(body as { challenge: string }) }))
        .status;
    }

    /** The user's notifications, oldest first: events of their organization, and mail to them. */
    async function notifications(email: string) {
      await service.advance(1);
      const events = (await ada.get('/console/api/audit_events?limit=100')).body['data'] as {
        event: string;
        actor: { email: string };
      }[];
      const mails = (await ada.get('/console/api/outbox?limit=100')).body['data'] as {
        kind: string;
        to: string;
        subject: string;
      }[];
      return {
        events: events
          .filter(({ event, actor }) => actor.email === email && !event.startsWith('session.'))
          .map(({ event }) => event)
          .toReversed(),
        mails: mails
          .filter(({ kind, to }) => kind === 'factor_changed' && to === email)
          .map(({ subject }) => subject.replace('Your account: ', ''))
          .toReversed(),
      };
    }

    it('are audited and mailed to the user', async () => {
      const bob = await signedIn('bob@acme.test');
      const { id } = await addPasskey(bob);
      await bob.post(`${AUTH}/passkeys/${id}/remove`, { password: PASSWORD });
      const setup = await bob.post(`${AUTH}/authenticator`, { password: PASSWORD });
      const app = new Authenticator(setup.body['uri'] as string);
      bob.adopt(await bob.post(`${AUTH}/authenticator/confirm`, { code: app.code(service.nowMs()) }));
      await service.advance(30);
      const renewed = await bob.post(`${AUTH}/recovery_codes`, {
        password: PASSWORD,
        code: app.code(service.nowMs()),
      });
      const [first, second] = renewed.body['recovery_codes'] as [string, string];
      const again = new ApiBrowser(service.baseUrl);
      await again.signIn('bob@acme.test', PASSWORD);
      expect(await again.post(`${AUTH}/sign_in/recovery_code`, { code: first })).toMatchObject({
        status: 200,
      });
      bob.adopt(await bob.post(`${AUTH}/authenticator/remove`, { password: PASSWORD, code: second }));
      const change = { current_password: PASSWORD, new_password: OTHER_PASSWORD };
      expect(await bob.post(`${AUTH}/password`, change)).toMatchObject({ status: 200 });
      expect(await notifications('bob@acme.test')).toEqual({
        events: [
          'passkey.added',
          'passkey.removed',
          'authenticator.added',
          'recovery_codes.renewed',
          'recovery_code.used',
          'recovery_code.used',
          'authenticator.removed',
          'password.changed',
        ],
        mails: [
          'a passkey was added',
          'a passkey was removed',
          'an authenticator app was set up',
          'the recovery codes were renewed',
          'a recovery code was used',
          'a recovery code was used',
          'the authenticator app was removed',
          'the password was changed',
        ],
      });
    });

    it('are not mailed when refused', async () => {
      const cyd = await signedIn('cyd@acme.test');
      await cyd.post(`${AUTH}/passkeys/options`, { password: 'not the password' });
      const { body } = await cyd.post(`${AUTH}/passkeys/options`, { password: PASSWORD });
      const response = new SoftwarePasskey('https://evil.test').create(body as { challenge: string });
      expect(await cyd.post(`${AUTH}/passkeys`, { name: 'x', response })).toMatchObject({ status: 400 });
      const change = { current_password: 'not the password', new_password: OTHER_PASSWORD };
      expect(await cyd.post(`${AUTH}/password`, change)).toMatchObject({ status: 403 });
      expect(await notifications('cyd@acme.test')).toEqual({ events: [], mails: [] });
    });

    it('adding a passkey next to an authenticator app requires its code', async () => {
      const dan = await signedIn('dan@acme.test');
      const setup = await dan.post(`${AUTH}/authenticator`, { password: PASSWORD });
      const app = new Authenticator(setup.body['uri'] as string);
      dan.adopt(await dan.post(`${AUTH}/authenticator/confirm`, { code: app.code(service.nowMs()) }));
      await service.advance(30);
      const begin = (proof: object) => dan.post(`${AUTH}/passkeys/options`, proof);
      const refused = { status: 403, body: { error: { code: 'second_factor_rejected' } } };
      expect(await begin({ password: PASSWORD })).toMatchObject(refused);
      expect(await begin({ password: PASSWORD, code: app.code(service.nowMs(), 40) })).toMatchObject(refused);
      const { id } = await addPasskey(dan, { password: PASSWORD, code: app.code(service.nowMs()) });
      expect(await dan.post(`${AUTH}/passkeys/${id}/remove`, { password: PASSWORD })).toMatchObject(refused);
    });

    it('a new password keeps passkeys when changed, unless the user chooses otherwise, and removes them when reset', async () => {
      const cyd = await signedIn('cyd@acme.test');
      const { passkey: kept } = await addPasskey(cyd);
      const change = { current_password: PASSWORD, new_password: OTHER_PASSWORD };
      cyd.adopt(await cyd.post(`${AUTH}/password`, change));
      expect(await enters(kept)).toBe(200);
      const back = { current_password: OTHER_PASSWORD, new_password: PASSWORD, remove_passkeys: true };
      cyd.adopt(await cyd.post(`${AUTH}/password`, back));
      expect(await enters(kept)).toBe(401);

      const { passkey: planted } = await addPasskey(cyd);
      expect(await enters(planted)).toBe(200);
      await cyd.post(`${AUTH}/password_reset`, { email: 'cyd@acme.test' });
      await service.advance(1);
      const mails = (await ada.get('/console/api/outbox')).body['data'] as { kind: string; link: string }[];
      const token = mails.find(({ kind }) => kind === 'password_reset')!.link.split('#')[1]!;
      expect(
        await new ApiBrowser(service.baseUrl).post(`${AUTH}/password_reset/finish`, {
          token,
          password: OTHER_PASSWORD,
        }),
      ).toMatchObject({
        status: 200,
      });
      expect(await enters(planted)).toBe(401);
      const { events, mails: told_ } = await notifications('cyd@acme.test');
      expect(events.slice(-2).toSorted()).toEqual(['passkey.removed', 'password.reset']);
      expect(told_.slice(-2).toSorted()).toEqual(['a passkey was removed', 'the password was reset']);
    });
  });
}
