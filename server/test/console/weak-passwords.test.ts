import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  type BrowserResponse,
  oneOrganization,
  startConsole,
  httpDatabases,
} from '#test-kit';
import { ROOT, startOperatorFixture, type OperatorFixture } from '../operators/operator-fixture.ts';
import { PASSWORD } from './console-fixture.ts';

const AUTH = '/console/api/auth';
const GOOD = 'three plain tomatoes';
const ADVICE = 'Use three or more unrelated words, or let a password manager create one.';
const EASY = `This password is easy to guess. ${ADVICE}`;
const OWN = `This password is mostly your name, email or organization. ${ADVICE}`;

const refusal = (message: string, param = 'password') => ({
  status: 400,
  body: { error: { code: 'invalid_parameter', param, message } },
});

for (const database of await httpDatabases(import.meta.filename)) {
  describe(`passwords that are easy to guess, on the ${database.kind} database`, () => {
    let fixture: OperatorFixture;
    let browser: () => ApiBrowser;

    beforeAll(async () => {
      fixture = await startOperatorFixture(database);
      browser = () => new ApiBrowser(fixture.service.baseUrl);
    });
    afterAll(() => fixture.service.stop());

    const ownerToken = async (): Promise<string> =>
      (await fixture.service.operator.resetSignIn({ organization: 'Globex' })).token.reveal();

    it('D-CONS-1 are refused to an owner who sets up, and the link still works', async () => {
      const token = await ownerToken();
      const setUp = (password: string, email = 'gina@globex.test'): Promise<BrowserResponse> =>
        browser().post(`${AUTH}/set_up`, { token, name: 'Gina Torres', email, password });
      expect(await setUp('password1234')).toMatchObject(refusal(EASY));
      for (const own of ['ginatorres12', 'Globex2026!!', 'gina@globex.test'])
        expect(await setUp(own)).toMatchObject(refusal(OWN));
      expect(await setUp('x'.repeat(10_000))).toMatchObject({
        status: 400,
        body: { error: { param: 'password' } },
      });
      expect(await setUp(GOOD)).toMatchObject({ status: 200 });
    });

    it('D-CONS-1 are refused to whoever accepts an invite', async () => {
      const owner = browser();
      await owner.signIn('pia@acme.test', PASSWORD);
      await owner.post('/console/api/invites', { email: 'nora@acme.test', role: 'developer' });
      await fixture.service.advance(1);
      const { data } = (await owner.get('/console/api/outbox')).body as { data: { link: string | null }[] };
      const token = data.find(({ link }) => link?.includes('/invite#'))!.link!.split('#')[1];
      const accept = (password: string) =>
        browser().post(`${AUTH}/invite`, { token, name: 'Nora Novak', password });
      expect(await accept('P@ssw0rd1234')).toMatchObject(refusal(EASY));
      expect(await accept('acme-nora-novak')).toMatchObject(refusal(OWN));
      expect(await accept(GOOD)).toMatchObject({ status: 200 });
    });

    it('D-CONS-1 are refused in place of a forgotten password', async () => {
      const link = await fixture.service.operator.resetSignIn({ email: 'dora@acme.test' });
      const reset = (password: string) =>
        browser().post(`${AUTH}/password_reset/finish`, { token: link.token.reveal(), password });
      expect(await reset('qwertyuiop12')).toMatchObject(refusal(EASY));
      expect(await reset('dora@acme.test')).toMatchObject(refusal(OWN));
      expect(await reset('acmeacmeacme')).toMatchObject(refusal(OWN));
      expect(await reset(GOOD)).toMatchObject({ status: 200 });
    });

    it('D-CONS-1 are refused in place of another, without an attempt at the old one being counted', async () => {
      const dirk = browser();
      await dirk.signIn('dirk@acme.test', PASSWORD);
      const change = (password: string) =>
        dirk.post(`${AUTH}/password`, { current_password: PASSWORD, new_password: password });
      for (let i = 0; i < 20; i++)
        expect(await change('123456789012')).toMatchObject(refusal(EASY, 'new_password'));
      expect(await change('dirk@acme.test')).toMatchObject(refusal(OWN, 'new_password'));
      expect(await change(GOOD)).toMatchObject({ status: 200 });
    });

    it('D-CONS-1 are refused to operators', async () => {
      const token = await fixture.invite('olaf@svc.test');
      const read = await browser().post(`${ROOT}/set_up/read`, { token });
      const app = new Authenticator(read.body['authenticator_uri'] as string);
      const setUp = (password: string) =>
        browser().post(`${ROOT}/set_up`, {
          token,
          name: 'Olaf Olsen',
          password,
          code: app.code(fixture.service.nowMs()),
        });
      expect(await setUp('letmeinplease')).toMatchObject(refusal(EASY));
      expect(await setUp('olafolsen1234')).toMatchObject(refusal(OWN));
      expect(await setUp(GOOD)).toMatchObject({ status: 200 });
    });
  });

  it(`keep working where somebody has one already, on the ${database.kind} database`, async () => {
    const ada = { email: 'ada@acme.test', name: 'Ada', role: 'primary_owner', password: 'password1234' };
    const service = await startConsole(database, oneOrganization({ members: [ada] }));
    const { body } = await new ApiBrowser(service.baseUrl).signIn(ada.email, ada.password);
    expect(body).toMatchObject({ status: 'signed_in' });
    await service.stop();
  });
}
