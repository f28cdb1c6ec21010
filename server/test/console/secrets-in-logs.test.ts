import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, Authenticator, usualDatabase } from '#test-kit';
import { PASSWORD, startConsoleFixture, type ConsoleFixture } from './console-fixture.ts';

const AUTH = '/console/api/auth';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const database = await usualDatabase();

describe('sign-in secrets', () => {
  let fixture: ConsoleFixture;
  /** By kind: everything that an attacker could use. */
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    fixture = await startConsoleFixture(database);
  });

  afterAll(() => fixture?.stop());

  const form = async (path: string, fields: Record<string, string>): Promise<Record<string, string>> => {
    const response = await fetch(`http://127.0.0.1:${fixture.service.port}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return (await response.json()) as Record<string, string>;
  };

  async function signInEveryWay(): Promise<void> {
    const ada = new ApiBrowser(fixture.service.baseUrl);
    await ada.signIn('adam@acme.test', PASSWORD);
    secrets
      .set('password', PASSWORD)
      .set('session', decodeURIComponent([...ada.cookies.values()][0]!).split('.')[0]!);
    const { body: setup } = await ada.post(`${AUTH}/authenticator`, { password: PASSWORD });
    const app = new Authenticator(setup['uri'] as string);
    secrets.set('app', new URL(setup['uri'] as string).searchParams.get('secret')!);
    for (const [i, code] of (setup['recovery_codes'] as string[]).entries())
      secrets.set(`recovery code ${i}`, code);
    const confirmed = await ada.post(`${AUTH}/authenticator/confirm`, {
      code: app.code(fixture.service.nowMs()),
    });
    ada.adopt(confirmed);
    secrets.set('csrf', confirmed.body['csrf_token'] as string);
    const device = await form('/oauth/device_authorization', { client_id: 'svc-code' });
    secrets.set('device code', device['device_code']!).set('user code', device['user_code']!);
    const { id } = (await ada.get(`/console/api/device_request?user_code=${device['user_code']}`)).body as {
      id: string;
    };
    await ada.post(`/console/api/device_requests/${id}/approve`, { workspace_id: null });
    const asked = { grant_type: DEVICE_GRANT, client_id: 'svc-code', device_code: device['device_code']! };
    const tokens = await form('/oauth/token', asked);
    secrets.set('access token', tokens['access_token']!).set('refresh token', tokens['refresh_token']!);
    await form('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: 'svc-code',
      refresh_token: tokens['refresh_token']!,
    });
    const playground = await ada.post('/console/api/playground/credential', {
      workspace_id: fixture.ids['Default'],
    });
    secrets.set('playground token', playground.body['access_token'] as string);
    await ada.post('/console/api/invites', { email: 'new@acme.test', role: 'member' });
    const mails = (await fixture.as('owner', 'GET', '/outbox')).body.data as { kind: string; link: string }[];
    const token = new URL(mails.find(({ kind }) => kind === 'invite')!.link).hash.slice(1);
    secrets.set('invite', token);
    await ada.post(`${AUTH}/invite/read`, { token });
    for (const path of ['password_reset/finish', 'set_up', 'invite'])
      await ada.post(`${AUTH}/${path}`, {
        token: `${token}x`,
        name: 'x',
        email: 'x@acme.test',
        password: PASSWORD,
      });
    const key = await ada.post('/console/api/api_keys', {
      name: 'made',
      workspace_id: fixture.ids['Default'],
    });
    secrets.set('key', key.body['secret'] as string);
    await fixture.service.advance(30);
    const adminKey = await ada.post('/console/api/admin_keys', {
      name: 'made',
      totp: app.code(fixture.service.nowMs()),
    });
    secrets.set('admin key', adminKey.body['secret'] as string);
  }

  it('AUTH-40 CONS-09 D-69 appear in no log line and no audit event', async () => {
    await signInEveryWay();
    for (const [what, secret] of secrets) expect([what, secret?.length >= 9]).toEqual([what, true]);
    await fixture.service.advance(1);
    const log = fixture.service.logLines.join('\n');
    const events = JSON.stringify((await fixture.as('owner', 'GET', '/audit_events?limit=100')).body);
    for (const route of ['/oauth/token', '/console/api/auth/invite', '/console/api/admin_keys'])
      expect(log).toContain(route);
    expect(events).toContain('admin_key.created');
    const found = [...secrets]
      .filter(([, secret]) => log.includes(secret) || events.includes(secret))
      .map(([what]) => what);
    expect(found).toEqual([]);
  });
});
