import { describe, expect, it } from 'vitest';
import { ApiBrowser, readReply, type RunningConsole } from '../../server/test-kit/index.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';
import { ACME, PASSWORD } from './acme.ts';

describe('keys in the Console', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  async function createKey(name: string): Promise<string> {
    await window.goto('/keys');
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').fill(name);
    await window.dialog.getByRole('button', { name: 'Create key' }).click();
    return (await window.page.locator('[data-secret]').textContent()) ?? '';
  }

  const call = (secret: string) =>
    service.post('/v1/chat/completions', secret, {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
    });

  it('CONS-01 CONS-08 CONS-19 makes a key whose secret works, is shown once and stays nowhere', async () => {
    const secret = await createKey('worker');
    expect(secret).toMatch(/^sk_live_[0-9a-f]{64}$/);
    expect(await window.violations()).toEqual([]);
    expect((await call(secret)).status).toBe(200);
    await window.button('I have saved it').click();
    await window.page.getByRole('link', { name: 'worker' }).click();
    await window.page.getByRole('heading', { name: 'worker' }).waitFor();
    await window.page.reload();
    await window.page.getByRole('heading', { name: 'About this key' }).waitFor();
    const kept = await window.page.evaluate(
      () =>
        document.documentElement.outerHTML +
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]) +
        location.href,
    );
    expect(kept).not.toContain(secret);
  });

  it('CONS-07 makes no key without a name', async () => {
    await window.goto('/keys');
    await window.button('Create key').click();
    await window.dialog.getByRole('button', { name: 'Create key' }).click();
    expect(
      await window.dialog
        .getByLabel('Name')
        .evaluate((field: HTMLInputElement) => field.validity.valueMissing),
    ).toBe(true);
    await window.dialog.getByLabel('Name').fill('   ');
    await window.dialog.getByRole('button', { name: 'Create key' }).click();
    await window.dialog.getByRole('alert').first().waitFor();
    expect(await window.page.locator('[data-secret]').count()).toBe(0);
  });

  it('CONS-08 says at once that a key could not be made without a network, and does not make it later', async () => {
    await window.goto('/keys');
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').fill('of a train');
    await window.context.setOffline(true);
    try {
      await window.dialog.getByRole('button', { name: 'Create key' }).click();
      await window.dialog.getByRole('alert').getByText('The service could not be reached.').waitFor();
    } finally {
      await window.context.setOffline(false);
    }
    await window.page.keyboard.press('Escape');
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    // What waited for the network would be sent ahead of this.
    await createKey('of the station');
    await window.button('I have saved it').click();
    const { data } = (await ada.get('/console/api/api_keys')).body as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).toContain('of the station');
    expect(data.map(({ name }) => name)).not.toContain('of a train');
  });

  it('CONS-16 CONS-17 takes origins as PATCH does, refuses junk at its field, and says what the list does not do', async () => {
    await window.goto('/keys');
    await window.button('Create key').click();
    await window.dialog.getByText('Advanced', { exact: true }).click();
    await window.dialog.getByLabel('Name').fill('page');
    const origins = window.dialog.getByLabel('Allowed origins');
    expect(await window.dialog.textContent()).toContain('It does not keep the key secret');
    await origins.fill('not an origin');
    await window.dialog.getByRole('button', { name: 'Create key' }).click();
    await window.dialog.getByRole('alert').first().waitFor();
    expect(await origins.getAttribute('aria-invalid')).toBe('true');
    await origins.fill('HTTPS://App.Example.com:443\n');
    await window.dialog.getByRole('button', { name: 'Create key' }).click();
    await window.button('I have saved it').click();
    await window.page.getByRole('link', { name: 'page', exact: true }).click();
    const editor = window.page.getByLabel('Allowed origins');
    expect(await editor.inputValue()).toBe('https://app.example.com');
    await editor.fill('https://b.example.com:port');
    await window.button('Save restrictions').click();
    await window.page.getByRole('alert').first().waitFor();
    expect(await editor.getAttribute('aria-invalid')).toBe('true');
    await editor.fill('https://B.example.com/pasted/path?query');
    await window.button('Save restrictions').click();
    await expect
      .poll(() => window.page.getByLabel('Allowed origins').inputValue())
      .toBe('https://b.example.com');
  });

  it('CONS-16 D-CONS-10 AUTH-16 a private key is made with origins, which the page shows and changes', async () => {
    await window.goto('/keys');
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').fill('from the site');
    await window.dialog.getByText('Advanced', { exact: true }).click();
    await window.dialog.getByLabel('Allowed origins').fill('https://app.example.com');
    await window.dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = (await window.page.locator('[data-secret]').textContent()) ?? '';
    await window.button('I have saved it').click();
    const { status, body } = await service
      .post('/v1/chat/completions', secret, { messages: [] })
      .then(readReply);
    expect([status, body['error']['code']]).toEqual([403, 'origin_not_allowed']);
    await window.page.getByRole('link', { name: 'from the site' }).click();
    await window.page.getByRole('definition').getByText('https://app.example.com').waitFor();
    await window.page.getByLabel('Allowed origins').fill('');
    await window.button('Save restrictions').click();
    await window.page
      .getByRole('definition')
      .getByText('https://app.example.com')
      .waitFor({ state: 'detached' });
    expect((await call(secret)).status).toBe(200);
  });

  it('KEY-30 a key keeps the restrictions that somebody else set meanwhile and this page did not change', async () => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    await createKey('shared');
    await window.button('I have saved it').click();
    await window.page.getByRole('link', { name: 'shared' }).click();
    await window.page.getByLabel('Allowed origins').fill('https://app.example.com');
    const path = `/console/api/api_keys/${window.page.url().split('/').at(-1)!}`;
    await ada.send('PATCH', path, { allowed_ips: ['192.0.2.7'] });
    await window.button('Save restrictions').click();
    await window.page.getByText('Restrictions saved.').first().waitFor();
    expect((await ada.get(path)).body).toMatchObject({
      allowed_ips: ['192.0.2.7'],
      allowed_origins: ['https://app.example.com'],
    });
    // A new name leaves them, too.
    await ada.send('PATCH', path, { allowed_origins: ['https://other.example.com'] });
    await window.button('Rename').click();
    await window.dialog.getByLabel('Name').fill('shared, renamed');
    await window.dialog.getByRole('button', { name: 'Rename', exact: true }).click();
    await window.page.getByRole('heading', { name: 'shared, renamed' }).waitFor();
    expect((await ada.get(path)).body).toMatchObject({
      name: 'shared, renamed',
      allowed_ips: ['192.0.2.7'],
      allowed_origins: ['https://other.example.com'],
    });
  });

  it('D-CONS-5 shows what a key cost and how it was used, and leads to its requests and back to all keys', async () => {
    const { page } = window;
    const secret = await createKey('measured');
    await window.button('I have saved it').click();
    await page.getByRole('link', { name: 'measured' }).click();
    await page.getByText('No calls in the last 30 days.').waitFor();
    expect((await call(secret)).status).toBe(200);
    await service.flushUsage();
    await page.reload();
    const chart = page.getByRole('group', { name: 'Requests, last 30 days' });
    await chart.getByText('1', { exact: true }).first().waitFor();
    for (const name of ['Cost this month', 'Cost, last 30 days', 'Last used'])
      await page.getByRole('term').filter({ hasText: name }).first().waitFor();
    expect(await window.violations()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await window.scrollsSideways()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    const keyId = page.url().split('/').at(-1)!;
    await page.getByRole('link', { name: 'Requests of this key' }).click();
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    expect(new URL(page.url()).searchParams.get('key')).toBe(keyId);
    await page.goBack();
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'API keys' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  });

  it('CONS-02 CONS-14 rotates: the successor works, both keys show their use, and the old one is revoked', async () => {
    const old = await createKey('rotating');
    await window.button('I have saved it').click();
    await window.page.getByRole('link', { name: 'rotating' }).click();
    await window.button('Create replacement key').click();
    await window.dialog.getByLabel('Name').fill('rotating 2');
    await window.button('Create replacement').click();
    const next = (await window.page.locator('[data-secret]').textContent()) ?? '';
    await window.button('I have saved it').click();
    await window.page.getByText('The old key has not been used since').waitFor();
    expect([(await call(old)).status, (await call(next)).status]).toEqual([200, 200]);
    await service.advance(120);
    await expect
      .poll(
        async () => {
          await window.page.reload();
          await window.page.getByRole('heading', { name: 'Rotation' }).waitFor();
          return window.page.getByText(/\b1 call\b/).count();
        },
        { timeout: 10_000, interval: 500 },
      )
      .toBe(2);
    expect(await window.page.getByText('The old key is still in use').count()).toBe(1);
    expect(await window.violations()).toEqual([]);
    await window.button('Revoke old key').click();
    await window.dialog.getByRole('button', { name: 'Revoke' }).click();
    await window.page.getByText('Revoked', { exact: true }).first().waitFor();
    expect([(await call(old)).status, (await call(next)).status]).toEqual([401, 200]);
  });

  it('CONS-10 CONS-11 CONS-12 CONS-13 a developer makes and sees keys of their own, and an owner sees and revokes them', async () => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    const first = async (path: string) =>
      ((await ada.get(`/console/api${path}`)).body['data'] as { id: string; email?: string }[])[0]!.id;
    const workspace = await first('/workspaces?limit=1');
    const users = (await ada.get('/console/api/users')).body['data'] as { id: string; email: string }[];
    const body = {
      user_id: users.find(({ email }) => email === 'dev@acme.test')!.id,
      role: 'workspace_developer',
    };
    expect((await ada.post(`/console/api/workspaces/${workspace}/members`, body)).status).toBe(201);
    const vendor = await first('/api_keys?limit=1');

    const developer = await open();
    await developer.signIn('dev@acme.test', PASSWORD);
    await developer.page.getByRole('link', { name: 'API keys' }).click();
    await developer.page.getByText('No keys yet').waitFor();
    await developer.button('Create key').click();
    await developer.dialog.getByLabel('Name').fill('of the developer');
    await developer.dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = (await developer.page.locator('[data-secret]').textContent()) ?? '';
    expect((await call(secret)).status).toBe(200);
    await developer.button('I have saved it').click();
    const rows = developer.page.getByRole('region', { name: 'API keys' }).getByRole('row');
    expect(await rows.count()).toBe(2);
    const seen: (string | null)[] = [];
    for (const id of [vendor, `${vendor.slice(0, -4)}zzzz`]) {
      await developer.goto(`/keys/${id}`);
      const shown = await developer.page.getByRole('main').textContent();
      seen.push(shown!.replaceAll(/req_\w+/g, ''));
    }
    expect(seen[0]).toBe(seen[1]);
    expect(seen[0]).not.toContain('website backend');
    expect(developer.wrongs).toEqual([]);
    await developer.close();

    await window.goto('/keys');
    await window.page.getByRole('link', { name: 'of the developer' }).click();
    await window.button('Revoke').click();
    await window.dialog.getByRole('button', { name: 'Revoke' }).click();
    await window.page.getByText('The key is revoked.').waitFor();
    expect((await call(secret)).status).toBe(401);
  });

  it('CONS-03 CONS-10 CONS-12 leaves out what a role may not do', async () => {
    const developer = await open();
    await developer.signIn('dev@acme.test', PASSWORD);
    await developer.goto('/keys');
    await developer.page.getByText('No keys yet').waitFor();
    expect(await developer.page.getByRole('link', { name: 'Admin keys' }).count()).toBe(0);
    await developer.goto('/admin-keys');
    await developer.page.getByText('Page not found').waitFor();
    const member = await open();
    await member.signIn('mem@acme.test', PASSWORD);
    expect(await member.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    expect(developer.wrongs).toEqual([]);
    await developer.close();
    await member.close();
  });

  it('shows names as they are written, whatever they are', async () => {
    const hostile = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
    await createKey(hostile);
    await window.button('I have saved it').click();
    await window.page.getByRole('link', { name: hostile }).click();
    await window.page.getByRole('heading', { level: 1, name: hostile }).waitFor();
    expect(await window.page.title()).toBe(`${hostile} · Svc`);
    expect(await window.page.locator('main img, main script').count()).toBe(0);
    await window.button('Revoke').click();
    expect(await window.dialog.textContent()).toContain(hostile);
  });

  it('breaks no rule of the policy and asks nobody else', () => {
    expect(window.wrongs).toEqual([]);
  });
});
