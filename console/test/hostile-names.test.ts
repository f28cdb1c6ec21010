import { describe, expect, it } from 'vitest';
import { ApiBrowser, type RunningConsole, SoftwarePasskey } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';
import { pagePaths } from './page-paths.ts';

/** Short enough for every name, and each says whose it is. */
const hostile = (place: string): string => `<img src=x onerror=taken=1>${place}`;
const ADMIN_KEYS = [
  { name: hostile('admin'), created_by: 'ada@acme.test', secret: `sk_admin_${'a'.repeat(64)}` },
];
const [acme] = ACME.organizations;
const PROVISIONING = {
  organizations: [
    { ...acme, admin_keys: ADMIN_KEYS },
    {
      name: hostile('globex'),
      plan: 'pro',
      members: [
        { email: 'gus@globex.test', name: 'Gus', role: 'primary_owner', password: PASSWORD },
        { email: 'ada@acme.test', role: 'member' },
      ],
      workspaces: [{ name: 'Default' }],
    },
  ],
};

describe('names that are markup', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;
  const known: Record<string, string> = { requestId: 'req_unknown', inviteToken: '', template: 'unknown' };
  let invite: string;

  withConsole(PROVISIONING, async (running, open) => {
    service = running;
    await plant();
    // Without the policy, which would hold back what slipped through.
    window = await open({ bypassCSP: true });
  });

  /** Puts one into every field that takes one, and into what a browser says of itself. Names of workspaces take no markup. */
  async function plant(): Promise<void> {
    const [ada, member] = [new ApiBrowser(service.baseUrl), new ApiBrowser(service.baseUrl)];
    const agent = { 'user-agent': hostile('agent') };
    await ada.post('/console/api/auth/sign_in', { email: 'ada@acme.test', password: PASSWORD }, agent);
    await ada.learnToken();
    await member.post('/console/api/auth/sign_in', { email: 'mem@acme.test', password: PASSWORD }, agent);
    await member.learnToken();
    const { organizations } = (await ada.get('/console/api/auth/session')).body as {
      organizations: { id: string; name: string }[];
    };
    const home = organizations.find(({ name }) => name === 'Acme')!;
    ada.adopt(await ada.post('/console/api/me/organization', { organization_id: home.id }));
    const make = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
      const response = await ada.send(method, `/console/api${path}`, body, agent);
      expect([path, response.status < 300, response.body]).toEqual([path, true, response.body]);
      return response.body;
    };
    await make('PATCH', '/organization', { name: hostile('acme') });
    await make('PATCH', '/me', { name: hostile('ada') });
    await member.send('PATCH', '/console/api/me', { name: hostile('member') });
    const workspace = await make('POST', '/workspaces', { name: 'Space', description: hostile('about') });
    const key = await make('POST', '/api_keys', { name: hostile('key'), workspace_id: workspace['id'] });
    const { id: memberId } = (await member.get('/console/api/auth/session')).body['user'] as { id: string };
    const group = await make('POST', '/groups', { name: hostile('group'), user_ids: [memberId] });
    await make('POST', '/spend_limits', { scope: { type: 'group', group_id: group['id'] }, limit_usd: '1' });
    await make('POST', '/spend_limits', {
      scope: { type: 'workspace', workspace_id: workspace['id'] },
      limit_usd: '1',
    });
    await make('POST', '/billing/payments', { amount_usd: '1', reference: hostile('paid') });
    await make('POST', '/invites', { email: 'new@acme.test', role: 'member' });
    const options = await ada.post('/console/api/auth/passkeys/options', { password: PASSWORD });
    const passkey = new SoftwarePasskey(service.baseUrl).create(options.body as { challenge: string });
    await make('POST', '/auth/passkeys', { name: hostile('passkey'), response: passkey });
    const mails = (await ada.get('/console/api/outbox')).body['data'] as { kind: string; link: string }[];
    invite = new URL(mails.find(({ kind }) => kind === 'invite')!.link).hash;
    const webhook = await make('POST', `/workspaces/${String(workspace['id'])}/webhooks`, {
      url: 'https://hooks.invalid/<img src=x onerror=taken=1>'.replaceAll(' ', '%20'),
      events: ['*'],
      description: hostile('hook'),
    });
    const tunnel = await make('POST', `/workspaces/${String(workspace['id'])}/tunnels`, {
      name: hostile('tunnel'),
      description: hostile('towards'),
      allowed_targets: ['http://inside/mcp'],
    });
    const madeAgent = await make('POST', `/workspaces/${String(workspace['id'])}/agents`, {
      name: hostile('agent'),
      description: hostile('purpose'),
      system: hostile('instructions'),
      model: 'Svc Standard',
    });
    await make('POST', '/domains', { domain: 'acme.example' });
    const connection = await make('POST', '/sso_connections', {
      name: hostile('connection'),
      protocol: 'oidc',
      domains: ['acme.example'],
      oidc: { issuer: 'https://93.184.215.14', client_id: hostile('client') },
    });
    Object.assign(known, {
      connectionId: connection['id'],
      agentId: madeAgent['id'],
      keyId: key['id'],
      workspaceId: workspace['id'],
      owner: workspace['id'],
      webhookId: webhook['id'],
      batchId: 'none',
      tunnelId: tunnel['id'],
    });
  }

  /** The names a page shows as they are written; fails when one of them became more than text. */
  async function shown(): Promise<Set<string>> {
    const { page } = window;
    await window.settled();
    expect([page.url(), await page.evaluate('globalThis.taken')]).toEqual([page.url(), undefined]);
    expect([page.url(), await page.locator('img[src="x"], [onerror]').count()]).toEqual([page.url(), 0]);
    const text = await page.evaluate(() => document.documentElement.innerText);
    return new Set([...text.matchAll(/<img src=x onerror=taken=1>(\w+)/g)].map(([, place]) => place!));
  }

  it('D-CONS-5 are shown as they are written, on every page, in every dialog and menu', async () => {
    const seen = new Set<string>();
    const look = async (): Promise<void> => {
      for (const place of await shown()) seen.add(place);
    };
    await window.goto(`/invite${invite}`);
    await look();
    expect(seen).toContain('acme');
    await window.signIn('ada@acme.test', PASSWORD);
    for (const path of (await pagePaths(window, known)).inside) {
      await window.move(path);
      await look();
    }
    await window.goto('/audit');
    await window.page.getByRole('button', { name: /^Show the event Workspace created/ }).click();
    await window.dialog.getByText(hostile('agent')).waitFor();
    await look();
    await window.goto('/outbox');
    await window.page
      .getByRole('button', { name: /New sign-in/ })
      .first()
      .click();
    await window.dialog.waitFor();
    await look();
    await window.goto('/');
    await window.button(hostile('ada')).click();
    await look();
    await window.page.keyboard.press('Escape');
    await window.page.getByRole('button', { name: hostile('acme') }).click();
    await window.page.getByRole('menuitem', { name: hostile('globex') }).waitFor();
    await look();
    await window.page.keyboard.press('Escape');
    await window.page.keyboard.press('Control+k');
    await window.dialog.getByRole('combobox').fill('<img');
    await look();
    await window.goto('/playground');
    await window.page.getByLabel('Message').fill(hostile('prompt'));
    await window.button('Send').click();
    await window.page
      .getByRole('log')
      .getByText(`You said: “${hostile('prompt')}”`)
      .waitFor();
    await look();
    expect([...seen].toSorted()).toEqual(
      [
        'about',
        'acme',
        'ada',
        'admin',
        'agent',
        'client',
        'connection',
        'globex',
        'group',
        'hook',
        'instructions',
        'key',
        'member',
        'paid',
        'passkey',
        'prompt',
        'purpose',
        'towards',
        'tunnel',
      ].toSorted(),
    );
    expect(window.wrongs).toEqual([]);
  }, 300_000);
});
