import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  oneOrganization,
  type RunningConsole,
  startConsole,
  httpDatabases,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const people = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay', 'gil', 'gus', 'hal'];
const members = people.map((name, i) => ({
  email: `${name}@acme.test`,
  name,
  role: i === 0 ? 'primary_owner' : 'owner',
  password: PASSWORD,
}));

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`the second factor on the ${database.kind} database`, () => {
    let service: RunningConsole;

    beforeAll(async () => {
      service = await startConsole(database, oneOrganization({ members }));
    });

    afterAll(() => service.stop());

    const browser = () => new ApiBrowser(service.baseUrl);
    const rejected = { status: 401, body: { error: { code: 'code_rejected' } } };
    const tooMany = {
      status: 429,
      body: { error: { code: 'too_many_attempts', retry_after: expect.any(Number) as number } },
    };
    /** Only one code is accepted per time step: a test that needs another code advances the clock. */
    const nextStep = () => service.advance(30);

    async function enroll(email: string) {
      const person = browser();
      await person.signIn(email, PASSWORD);
      const { body } = await person.post(`${AUTH}/authenticator`, { password: PASSWORD });
      const app = new Authenticator(body['uri'] as string);
      const confirmed = await person.post(`${AUTH}/authenticator/confirm`, {
        code: app.code(service.nowMs()),
      });
      expect(confirmed).toMatchObject({ status: 200, body: { user: { second_factor: true } } });
      person.adopt(confirmed);
      await nextStep();
      return { person, app, recoveryCodes: body['recovery_codes'] as string[] };
    }

    async function asked(email: string): Promise<ApiBrowser> {
      const one = browser();
      const response = await one.signIn(email, PASSWORD);
      expect(response).toMatchObject({ status: 200, body: { status: 'code_required' } });
      const given = response.headers.getSetCookie().filter((cookie) => !cookie.includes('Max-Age=0'));
      expect(given).toEqual([
        expect.stringMatching(/^svc\.two_factor=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
      expect([...one.cookies.keys()]).toEqual(['svc.two_factor']);
      return one;
    }

    it('D-ADM-7 D-CONS-1 a correct password without a code leaves a failure in the log', async () => {
      const { person } = await enroll('hal@acme.test');
      const failures = async () => {
        await service.advance(1);
        const { data } = (await person.get('/console/api/audit_events?event=session.failed&limit=100'))
          .body as {
          data: { actor: object }[];
        };
        return data.filter(({ actor }) => 'email' in actor && actor.email === 'hal@acme.test');
      };
      const one = await asked('hal@acme.test');
      expect(await failures()).toEqual([]);
      expect(await one.post(`${AUTH}/sign_in/code`, { code: '000000' })).toMatchObject(rejected);
      expect(await one.post(`${AUTH}/sign_in/recovery_code`, { code: 'aaaaa-bbbbb' })).toMatchObject(
        rejected,
      );
      expect(await failures()).toMatchObject(
        [1, 2].map(() => ({ actor: { type: 'user', role: 'owner' }, resource: { type: 'user' } })),
      );
      // No sign-in is pending, so nobody failed.
      await browser().post(`${AUTH}/sign_in/code`, { code: '000000' });
      expect(await failures()).toHaveLength(2);
    });

    it('D-CONS-1 is set up with password and first code, and required from then on', async () => {
      const person = browser();
      await person.signIn('ada@acme.test', PASSWORD);
      const wrong = await person.post(`${AUTH}/authenticator`, { password: 'not the password' });
      expect(wrong).toMatchObject({ status: 403, body: { error: { code: 'password_rejected' } } });
      const setup = await person.post(`${AUTH}/authenticator`, { password: PASSWORD });
      expect(setup.body['uri']).toMatch(
        /^otpauth:\/\/totp\/Svc:ada%40acme\.test\?secret=[A-Z2-7]+&issuer=Svc&digits=6&period=30$/,
      );
      expect(new Set(setup.body['recovery_codes'] as string[]).size).toBe(10);
      // Nothing is set up yet.
      expect(await browser().signIn('ada@acme.test', PASSWORD)).toMatchObject({
        body: { status: 'signed_in' },
      });
      expect(await person.post(`${AUTH}/authenticator/confirm`, { code: '000000' })).toMatchObject({
        status: 403,
        body: { error: { code: 'second_factor_rejected' } },
      });
      const app = new Authenticator(setup.body['uri'] as string);
      const before = person.copy();
      const confirmed = await person.post(`${AUTH}/authenticator/confirm`, {
        code: app.code(service.nowMs()),
      });
      expect(confirmed).toMatchObject({
        status: 200,
        body: { type: 'session', user: { second_factor: true } },
      });
      person.adopt(confirmed);
      // An earlier session would not have been asked for a code.
      expect(await before.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      expect(await person.post(`${AUTH}/authenticator`, { password: PASSWORD })).toMatchObject({
        status: 409,
      });
      await nextStep();

      const one = await asked('ada@acme.test');
      expect(await one.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
      expect(await one.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs(), 40) })).toMatchObject(
        rejected,
      );
      const entered = await one.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs()) });
      expect(entered).toMatchObject({ status: 200, body: { type: 'sign_in', status: 'signed_in' } });
      expect(await one.get(`${AUTH}/session`)).toMatchObject({
        status: 200,
        body: { user: { second_factor: true } },
      });
    });

    it('accepts a code once, even when sent many times concurrently', async () => {
      const { app } = await enroll('bob@acme.test');
      const code = app.code(service.nowMs());
      const browsers = await Promise.all(Array.from({ length: 6 }, () => asked('bob@acme.test')));
      const responses = await Promise.all(browsers.map((one) => one.post(`${AUTH}/sign_in/code`, { code })));
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 401, 401, 401, 401, 401,
      ]);
      const late = await asked('bob@acme.test');
      expect(await late.post(`${AUTH}/sign_in/code`, { code })).toMatchObject(rejected);
      // Nor an earlier one that was never used.
      expect(await late.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs(), -1) })).toMatchObject(
        rejected,
      );
      await nextStep();
      expect(await late.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs()) })).toMatchObject({
        status: 200,
      });
    });

    it('D-CONS-1 accepts a recovery code once', async () => {
      const { recoveryCodes, person, app } = await enroll('cyd@acme.test');
      const [first, second] = recoveryCodes as [string, string];
      const one = await asked('cyd@acme.test');
      expect(await one.post(`${AUTH}/sign_in/recovery_code`, { code: 'AAAAA-AAAAA' })).toMatchObject(
        rejected,
      );
      expect(await one.post(`${AUTH}/sign_in/recovery_code`, { code: first })).toMatchObject({
        status: 200,
        body: { status: 'signed_in' },
      });
      expect(await one.get(`${AUTH}/session`)).toMatchObject({ status: 200 });
      const again = await asked('cyd@acme.test');
      expect(await again.post(`${AUTH}/sign_in/recovery_code`, { code: first })).toMatchObject(rejected);
      // The password alone cannot bypass the app.
      expect(await person.post(`${AUTH}/recovery_codes`, { password: PASSWORD })).toMatchObject({
        status: 400,
        body: { error: { param: 'code' } },
      });
      expect(
        await person.post(`${AUTH}/recovery_codes`, { password: PASSWORD, code: '000000' }),
      ).toMatchObject({
        status: 403,
        body: { error: { code: 'second_factor_rejected' } },
      });
      const renewed = await person.post(`${AUTH}/recovery_codes`, {
        password: PASSWORD,
        code: app.code(service.nowMs()),
      });
      const codes = renewed.body['recovery_codes'] as string[];
      expect(codes).toHaveLength(10);
      expect(await again.post(`${AUTH}/sign_in/recovery_code`, { code: second })).toMatchObject(rejected);
      const many = await Promise.all(Array.from({ length: 5 }, () => asked('cyd@acme.test')));
      const responses = await Promise.all(
        many.map((each) => each.post(`${AUTH}/sign_in/recovery_code`, { code: codes[0] })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const others = responses
        .filter(({ status }) => status !== 200)
        .map(({ status, body }) => [status, (body['error'] as { code: string }).code]);
      for (const other of others)
        expect([
          [401, 'code_rejected'],
          [401, 'sign_in_expired'],
        ]).toContainEqual(other);
    });

    it('limits code guesses, across sign-ins and concurrently', async () => {
      const { app, person } = await enroll('dan@acme.test');
      const browsers = await Promise.all(Array.from({ length: 6 }, () => asked('dan@acme.test')));
      const guesses = browsers.flatMap((one) =>
        [1, 2, 3].map((n) => one.post(`${AUTH}/sign_in/code`, { code: `00000${n}` })),
      );
      const responses = await Promise.all(guesses);
      expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(8);
      expect(responses.every(({ status }) => status === 401 || status === 429)).toBe(true);
      const right = app.code(service.nowMs());
      expect(
        await (await asked('dan@acme.test')).post(`${AUTH}/sign_in/code`, { code: right }),
      ).toMatchObject(tooMany);
      // A signed-in user has a separate limit of attempts.
      const remove = (code: string) =>
        person.post(`${AUTH}/authenticator/remove`, { password: PASSWORD, code });
      for (let i = 0; i < 10; i++) expect(await remove('000000')).toMatchObject({ status: 403 });
      expect(await remove(right)).toMatchObject(tooMany);
      await service.advance(901);
      const later = app.code(service.nowMs());
      expect(
        await (await asked('dan@acme.test')).post(`${AUTH}/sign_in/code`, { code: later }),
      ).toMatchObject({ status: 200 });
    });

    it('is removed with password and code together', async () => {
      const { app, person } = await enroll('eve@acme.test');
      const remove = (password: string, code: string) =>
        person.post(`${AUTH}/authenticator/remove`, { password, code });
      const code = app.code(service.nowMs());
      expect(await remove('not the password', code)).toMatchObject({
        status: 403,
        body: { error: { code: 'password_rejected' } },
      });
      expect(await remove(PASSWORD, '000000')).toMatchObject({
        status: 403,
        body: { error: { code: 'second_factor_rejected' } },
      });
      const removed = await remove(PASSWORD, code);
      expect(removed).toMatchObject({ status: 200, body: { user: { second_factor: false } } });
      person.adopt(removed);
      expect(await remove(PASSWORD, code)).toMatchObject({
        status: 403,
        body: { error: { code: 'second_factor_required' } },
      });
      expect(await browser().signIn('eve@acme.test', PASSWORD)).toMatchObject({
        body: { status: 'signed_in' },
      });
    });

    it('a sign-in that waits for its code ends when the password is changed', async () => {
      const { app, person } = await enroll('gil@acme.test');
      const waiting = await asked('gil@acme.test');
      const change = { current_password: PASSWORD, new_password: 'another long password' };
      expect(await person.post(`${AUTH}/password`, change)).toMatchObject({ status: 200 });
      const late = await waiting.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs()) });
      expect(late).toMatchObject({ status: 401, body: { error: { code: 'sign_in_expired' } } });
    });

    it('can be replaced with recovery codes', async () => {
      const { recoveryCodes } = await enroll('gus@acme.test');
      const [first, second] = recoveryCodes as [string, string];
      const one = await asked('gus@acme.test');
      await one.post(`${AUTH}/sign_in/recovery_code`, { code: first });
      await one.learnToken();
      const remove = (code: string) => one.post(`${AUTH}/authenticator/remove`, { password: PASSWORD, code });
      for (const bad of [first, 'AAAAA-AAAAA'])
        expect(await remove(bad)).toMatchObject({
          status: 403,
          body: { error: { code: 'second_factor_rejected' } },
        });
      expect(await remove('AAAAA')).toMatchObject({ status: 400, body: { error: { param: 'code' } } });
      const removed = await remove(second);
      expect(removed).toMatchObject({ status: 200, body: { user: { second_factor: false } } });
      one.adopt(removed);
      expect(await remove(recoveryCodes[2]!)).toMatchObject({
        status: 403,
        body: { error: { code: 'second_factor_required' } },
      });
      const { body } = await one.post(`${AUTH}/authenticator`, { password: PASSWORD });
      const app = new Authenticator(body['uri'] as string);
      expect(
        await one.post(`${AUTH}/authenticator/confirm`, { code: app.code(service.nowMs()) }),
      ).toMatchObject({ status: 200 });
    });

    it('waits ten minutes for its code', async () => {
      const { app } = await enroll('fay@acme.test');
      const one = await asked('fay@acme.test');
      await service.advance(601);
      const late = await one.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs()) });
      expect(late).toMatchObject({ status: 401, body: { error: { code: 'sign_in_expired' } } });
    });
  });
}
