import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  oneOrganization,
  type OpenTestDatabase,
  type RunningConsole,
  startConsoleNode,
  usualDatabase,
  withRealPasswordHashes,
} from '#test-kit';

const EMAIL = 'ada@acme.test';
const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
/** What a service with the library before this stack stored and set for a person, with the data key of the tests. */
const STORED = {
  password:
    '72c03652d030be31976c206dea931aa3:afedfd0782cb1d44544af3294a4a4511bc22f11baa061a9bd8ceaa1577b538ddaa9058dd94f63f3227f6e24af1a47fe9572dbb7c32ee0451ac0d2f0c3221948c',
  secret:
    '$ba$1$625ea64478115316aa21f6f69281e66e4015b3fd9fa4a144b0d542a515831406594ca287a1174d2987c34a3b5220561acff04d7317724d0d26918caeb0711e05ba53293a1dae74ee',
  backup_codes:
    '$ba$1$f04895f51b553b8c41790e479c2dfce1a99b8d9f9bdacba0923c82b7d25ba317ed92e1acc1d3403fa109721367e3f848faa9201ececb42bf57fb784986d9e2677dde306cc3c7e263c7dc140dd021fbd4ac7eec28d7f303a4f21c485600d9b0d915f82b8e0256f7e6a328d10d4a2eb0567fbddb27bc386e058c5200ed1e8dbdf42eb9a3782ff4eed2494d372301943f6f5b726c15632fae4b3d672616698d1cd211d4a53fef9b005da23599736287cbab0b7a4951f1',
  session: 'rWyyBzVzsVYV2P8TsTG9b3OUgEjfsL8d',
  challenge: '__0Xbm4uK_q9YI-CBr0xaxNMcjodx3tTYkgJFFwpIfQ',
};
const HELD = {
  uri: 'otpauth://totp/Svc:ada%40acme.test?secret=ON4G45C2MVXDQVDDJZ3VG5LEKNTTOVDVGJPUKTTTIFUHAT3IGVSQ&issuer=Svc&digits=6&period=30',
  recoveryCodes: ['HlpLB-jCF3R', 'veo9y-P18E8'],
  session: 'rWyyBzVzsVYV2P8TsTG9b3OUgEjfsL8d.38KSAs7lCzswOtz1qaQj7VvqWg73wpPZOO2RbwsrDEg%3D',
  challenge: '2fa-QYz26g4JZqLXByC_c2Ki.BPl%2BUOUgjwAXJR7eVBeZWu1rm5KbGj91YI8k16V%2Fb0o%3D',
};

const database = await usualDatabase();

describe('sign-ins stored by earlier versions', () => {
  let opened: OpenTestDatabase;
  let service: RunningConsole;
  const app = new Authenticator(HELD.uri);

  beforeAll(async () => {
    opened = await database.open();
    const members = [{ email: EMAIL, name: 'ada', role: 'primary_owner' }];
    service = await startConsoleNode(opened, { provisioning: oneOrganization({ members }) });
    await store();
  });

  afterAll(async () => {
    await service?.stop();
    await opened?.close();
  });

  async function store(): Promise<void> {
    const { db } = opened.store;
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const whose = { user_id: id };
    const written = { created_at: Date.now(), updated_at: Date.now() };
    const times = { ...written, expires_at: Date.now() + 600_000 };
    const { password, secret, backup_codes, session: token, challenge: identifier } = STORED;
    await db
      .insertInto('sign_in_methods')
      .values({ id: 'signin_1', ...whose, provider_id: 'credential', account_id: id, password, ...written })
      .execute();
    await db
      .insertInto('second_factors')
      .values({ id: 'signin_2', ...whose, secret, backup_codes, verified: true })
      .execute();
    await db.updateTable('users').set({ two_factor_enabled: true }).execute();
    await db
      .insertInto('sessions')
      .values({
        id: 'sess_1',
        ...whose,
        token,
        organization_id: null,
        ip_address: '',
        user_agent: '',
        ...times,
      })
      .execute();
    await db
      .insertInto('sign_in_challenges')
      .values({ id: 'signin_3', identifier, value: id, ...times })
      .execute();
  }

  const browser = (name?: string, value?: string): ApiBrowser => {
    const one = new ApiBrowser(service.baseUrl);
    if (name !== undefined && value !== undefined) one.cookies.set(name, value);
    return one;
  };

  it('keeps people signed in', async () => {
    const ada = browser('svc.session_token', HELD.session);
    expect(await ada.get(`${AUTH}/session`)).toMatchObject({
      status: 200,
      body: { user: { email: EMAIL, second_factor: true } },
    });
  });

  it('takes the code of a sign-in that waits for it', async () => {
    const waiting = browser('svc.two_factor', HELD.challenge);
    const entered = await waiting.post(`${AUTH}/sign_in/code`, { code: app.code(service.nowMs()) });
    expect(entered).toMatchObject({ status: 200, body: { status: 'signed_in' } });
  });

  it('takes passwords, and recovery codes once', () =>
    withRealPasswordHashes(async () => {
      for (const code of HELD.recoveryCodes) {
        const one = browser();
        expect(await one.signIn(EMAIL, PASSWORD)).toMatchObject({ body: { status: 'code_required' } });
        expect(await one.post(`${AUTH}/sign_in/recovery_code`, { code })).toMatchObject({ status: 200 });
        await one.signIn(EMAIL, PASSWORD);
        expect(await one.post(`${AUTH}/sign_in/recovery_code`, { code })).toMatchObject({
          status: 401,
          body: { error: { code: 'code_rejected' } },
        });
      }
    }));

  it('asks for the password again after five wrong codes', () =>
    withRealPasswordHashes(async () => {
      const one = browser();
      await one.signIn(EMAIL, PASSWORD);
      await service.advance(30);
      for (let wrong = 0; wrong < 5; wrong++)
        expect(await one.post(`${AUTH}/sign_in/code`, { code: '000000' })).toMatchObject({
          body: { error: { code: 'code_rejected' } },
        });
      const right = { code: app.code(service.nowMs()) };
      expect(await one.post(`${AUTH}/sign_in/code`, right)).toMatchObject({
        status: 401,
        body: { error: { code: 'sign_in_expired' } },
      });
      await one.signIn(EMAIL, PASSWORD);
      expect(await one.post(`${AUTH}/sign_in/code`, right)).toMatchObject({ status: 200 });
    }));
});
