import { beforeEach, describe, expect, it } from 'vitest';
import { ApiBrowser, Authenticator, MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const STEP_S = 30;
const GLOBEX = {
  name: 'Globex',
  plan: 'pro',
  members: [{ email: 'gus@globex.test', name: 'Gus', role: 'primary_owner', password: PASSWORD }],
  workspaces: [{ name: 'Default' }],
};

describe('the way into the Console', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole({ organizations: [...ACME.organizations, GLOBEX] }, (running, openWindow) => {
    [service, open] = [running, openWindow];
  });

  beforeEach(async () => {
    window = await open();
    return () => window.close();
  });

  it('D-CONS-1 leads to the sign-in and back to the page that was asked for', async () => {
    await window.page.goto(`${service.baseUrl}/console/keys?status=all`);
    await window.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await window.fillSignIn('ada@acme.test', 'wrong horse battery');
    await window.page.getByRole('alert').getByText('Email or password is wrong').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.fillSignIn('ada@acme.test', PASSWORD);
    await window.page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(new URL(window.page.url()).search).toBe('?status=all');
    await window.button('Ada Lovelace').click();
    await window.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await window.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await window.page.goBack();
    await window.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(window.wrongs).toEqual([]);
  });

  it.each([
    'https://evil.test/',
    '//evil.test/',
    '///evil.test/',
    '/\\evil.test',
    '\\\\evil.test',
    ' //evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('goes nowhere else after a sign-in: %s', async (next) => {
    await window.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await window.fillSignIn('dev@acme.test', PASSWORD);
    await window.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(window.page.url()).toBe(`${service.baseUrl}/console/`);
  });

  it.each([
    '/\t/evil.test',
    '/%2F/evil.test',
    '/%5Cevil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/@evil.test',
  ])('stays in the Console after a sign-in: %j', async (next) => {
    await window.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await window.fillSignIn('dev@acme.test', PASSWORD);
    await window.page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await window.page.locator('h1').waitFor();
    expect(window.page.url().startsWith(`${service.baseUrl}/console/`)).toBe(true);
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-1 keeps no secret where the next person at the browser finds one', async () => {
    const kept = () =>
      window.page.evaluate(() =>
        JSON.stringify([
          location.href,
          document.cookie,
          Object.entries(localStorage),
          Object.entries(sessionStorage),
          history.state,
          document.referrer,
        ]),
      );
    for (const path of ['/reset-password', '/invite', '/set-up']) {
      await window.goto(`${path}#token_of_a_link`);
      await window.settled();
      expect(await kept()).not.toContain('token_of_a_link');
      await window.goto('/sign-in');
      await window.page.goBack();
      await window.page.locator('h1').waitFor();
      expect(await kept()).not.toContain('token_of_a_link');
    }
    await window.signInByForm('ada@acme.test', PASSWORD);
    const token = (await window.context.cookies()).find(({ name }) => name === 'svc.session_token')!;
    expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const me = window.page.waitForResponse(`${service.baseUrl}/console/api/me`);
    await window.goto('/profile');
    const { csrf_token: csrf } = (await (await me).json()) as { csrf_token: string };
    await window.settled();
    for (const secret of [token.value, csrf]) expect(await kept()).not.toContain(secret);
    // Who is signed in, for what other tabs keep. It is no secret.
    const own = ['svc.person'];
    expect(await window.page.evaluate(() => [document.cookie, Object.keys(localStorage)])).toEqual(['', own]);
    expect(
      await window.page.evaluate(
        async () => (await indexedDB.databases()).length + (await caches.keys()).length,
      ),
    ).toBe(0);
  });

  it('D-CONS-1 sets up an authenticator app, asks for its code at the next sign-in, and takes a recovery code once', async () => {
    await window.signInByForm('mem@acme.test', PASSWORD);
    await window.goto('/profile');
    await window.button('Set up').click();
    await window.dialog.getByLabel('Your password').fill(PASSWORD);
    await window.button('Continue').click();
    await window.page.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await window.violations()).toEqual([]);
    const secret = (await window.dialog.locator('code').textContent()) ?? '';
    const app = new Authenticator(`otpauth://totp/Svc?secret=${secret}`);
    await window.dialog.getByLabel('Code').fill(app.code(service.nowMs()));
    await window.button('Confirm').click();
    const list = window.page.getByRole('list', { name: 'Recovery codes' });
    await list.waitFor();
    const codes = await list.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    expect(await window.violations()).toEqual([]);
    await window.button('I have saved them').click();
    await window.page.getByText('Set up', { exact: true }).waitFor();
    for (const proof of ['code', 'recovery', 'recovery again'] as const) {
      await service.advance(STEP_S);
      const next = await open();
      await next.goto('/sign-in');
      await next.fillSignIn('mem@acme.test', PASSWORD);
      await next.page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
      if (proof === 'code') {
        // The page is the same each time.
        expect(await next.violations()).toEqual([]);
        await next.page.getByLabel('Code').fill(app.code(service.nowMs()));
        await next.button('Confirm').click();
      } else {
        await next.button('Use a recovery code').click();
        await next.page.getByLabel('Recovery code').fill(codes[0]!);
        await next.button('Sign in').click();
      }
      if (proof === 'recovery again')
        await next.page.getByRole('alert').getByText('wrong or was used before').waitFor();
      else await next.page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect(next.wrongs).toEqual([]);
      await next.close();
    }
  });

  it('D-CONS-1 adds a passkey and signs in with it', async () => {
    await window.addAuthenticatorDevice();
    await window.signInByForm('ada@acme.test', PASSWORD);
    await window.goto('/profile');
    await window.button('Add a passkey').click();
    await window.dialog.getByLabel('Name').fill('work laptop');
    await window.dialog.getByLabel('Your password').fill('not the password');
    await window.button('Continue').click();
    await window.dialog.getByText('The password is wrong').waitFor();
    await window.dialog.getByLabel('Your password').fill(PASSWORD);
    await window.button('Continue').click();
    await window.page.getByText('work laptop').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.button('Ada Lovelace').click();
    await window.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await window.button('Sign in with a passkey').click();
    await window.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await window.goto('/profile');
    await window.button('Remove work laptop').click();
    await window.dialog.getByLabel('Your password').fill(PASSWORD);
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Remove' }).click();
    await window.page.getByText('You have no passkeys yet.').waitFor();
    expect(await window.page.getByLabel('Also remove my passkeys').count()).toBe(0);
    await window.button('Add a passkey').click();
    await window.dialog.getByLabel('Name').fill('not mine');
    await window.dialog.getByLabel('Your password').fill(PASSWORD);
    await window.button('Continue').click();
    await window.page.getByText('not mine').waitFor();
    await window.page.getByLabel('Current password').fill(PASSWORD);
    await window.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await window.page.getByLabel('Also remove my passkeys').check();
    expect(await window.violations()).toEqual([]);
    await window.button('Change password').click();
    await window.page.getByText('You have no passkeys yet.').waitFor();
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-1 lists the sign-ins of a person, and one that is ended there is over at once', async () => {
    await window.signInByForm('dev@acme.test', PASSWORD);
    const other = await open();
    await other.signInByForm('dev@acme.test', PASSWORD);
    await window.goto('/profile');
    // Programs are signed out, too: the list of them is loaded again.
    const programs = window.page.waitForRequest((request) => request.url().includes('/code_sessions?'));
    await window.button('Sign out everywhere else').click();
    await window.page.getByText('You were signed out everywhere else, including programs.').waitFor();
    await programs;
    await other.page.getByRole('link', { name: 'API keys' }).click();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(other.wrongs).toEqual([]);
    await other.close();
  });

  it('D-68 CONS-15 signs a device in when the person approves its code, and out from the profile, keys untouched', async () => {
    const form = async (path: string, fields: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      return (await response.json()) as Record<string, string>;
    };
    const client = { client_id: 'svc-code' };
    const waiting = await form('/oauth/device_authorization', client);
    await window.page.goto(waiting['verification_uri_complete']!);
    await window.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await window.fillSignIn('ada@acme.test', PASSWORD);
    await window.page.getByRole('heading', { name: 'Sign in a device' }).waitFor();
    expect(await window.page.getByLabel('Code').inputValue()).toBe(waiting['user_code']);
    await window.button('Continue').click();
    await window.page.getByText('Svc Code').waitFor();
    expect(await window.page.getByText(waiting['user_code']!).count()).toBe(1);
    expect(await window.violations()).toEqual([]);
    await window.button('Approve').click();
    await window.page.getByText('Your device is signed in').waitFor();
    const token = await form('/oauth/token', {
      ...client,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: waiting['device_code']!,
    });
    const call = async (secret: string) => {
      const { status } = await service.post('/v1/chat/completions', secret, {
        messages: [{ role: 'user', content: 'Hi' }],
        stream: false,
      });
      return status;
    };
    expect(await call(token['access_token']!)).toBe(200);
    await window.goto('/profile');
    await window.page.getByRole('list', { name: 'Signed-in programs' }).waitFor();
    await window.button('Sign out Svc Code').click();
    await window.page.getByText('No programs are signed in.').waitFor();
    expect([await call(token['access_token']!), await call(MAIN_KEY)]).toEqual([401, 200]);
    expect(window.wrongs).toEqual([]);
  });

  it('AUTH-32 D-74 signs Desktop in to the Default workspace, whoever approves it', async () => {
    const form = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: 'svc-code-desktop', ...fields });
      const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'POST', body });
      return (await response.json()) as Record<string, string>;
    };
    await window.signInByForm('dev@acme.test', PASSWORD);
    const waiting = await form('/oauth/device_authorization', {});
    await window.goto(`/device?user_code=${waiting['user_code']!}`);
    await window.button('Continue').click();
    await window.button('Approve').click();
    await window.page.getByText('Your device is signed in').waitFor();
    const token = await form('/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: waiting['device_code']!,
    });
    const reply = await service.post('/v1/chat/completions', token['access_token']!, {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
    });
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('choices')]);
  });

  it('D-CONS-1 lets an account join another organization by signing in at the link, and switch between the two', async () => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    expect(
      (await ada.post('/console/api/invites', { email: 'gus@globex.test', role: 'developer' })).status,
    ).toBe(201);
    const { body } = await ada.get('/console/api/outbox?limit=1');
    const [mail] = body['data'] as [{ text: string }];
    await window.page.goto(/\S+\/console\/invite#\S+/.exec(mail.text)![0]);
    await window.page.getByRole('heading', { name: 'Join Acme' }).waitFor();
    await window.button('Join').click();
    await window.page.getByText('Sign in as gus@globex.test to join.').waitFor();
    await window.fillSignIn('dev@acme.test', PASSWORD);
    await window.page.getByRole('alert').getByText('Sign in as gus@globex.test to accept').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.fillSignIn('gus@globex.test', PASSWORD);
    await window.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await window.button('Acme Developer').click();
    await window.page.getByRole('menuitem', { name: 'Globex' }).click();
    await window.page.getByText('Switched to Globex.').waitFor();
    await window.page.getByRole('link', { name: 'Members' }).waitFor();
    expect(window.wrongs).toEqual([]);
  });
});
