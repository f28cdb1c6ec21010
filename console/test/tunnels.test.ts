import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConnectorProcess, freePort, mcpSite, type McpSite } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const mtlsPort = await freePort();

/** With a key that nobody has. */
const REQUEST = `-----BEGIN CERTIFICATE REQUEST-----
MIHNMHUCAQAwEzERMA8GA1UEAwwId2hhdGV2ZXIwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARw3qMRdmaEQ0/bbCj7sFJVrmu5S3TFyADh8lKFdqXDWcafFFU2ZhKY
crulIWSw//BVZnskUrFKfhGpqzZUQRCuoAAwCgYIKoZIzj0EAwIDSAAwRQIgaAaB
R2fuDgmGWlIjakIHAEItIuGKwBjGvfpIQSukjCkCIQChRpRI4xAtLvr4v5qkAzUN
3axseZZYBBsYVcWH5Vq6sQ==
-----END CERTIFICATE REQUEST-----`;

describe('the tunnels page', () => {
  let window: ConsoleWindow;
  let site: McpSite;
  let folder: string;
  const connectors: ConnectorProcess[] = [];

  beforeAll(async () => {
    [site, folder] = await Promise.all([
      mcpSite('stateless'),
      mkdtemp(join(tmpdir(), 'svc-console-tunnels-')),
    ]);
  });
  afterEach(async () => {
    await Promise.all(connectors.splice(0).map((connector) => connector.end('SIGKILL')));
  });
  afterAll(async () => {
    await site?.close();
    await rm(folder, { recursive: true });
  });

  withConsole(
    ACME,
    async (_service, open) => {
      window = await open();
      await window.signIn('ada@acme.test', PASSWORD);
    },
    { tunnels: { mtls_port: mtlsPort } },
  );

  const dialogButton = (name: string) => window.dialog.getByRole('button', { name, exact: true });
  const create = async (name: string, mode: 'token' | 'mtls' = 'token'): Promise<void> => {
    await window.goto('/tunnels');
    await window.button('Create tunnel').click();
    await window.dialog.getByLabel('Name').fill(name);
    await window.dialog.getByRole('button', { name: 'Create tunnel' }).click();
    await window.dialog.getByText('Add at least one target: the URL of a service').waitFor();
    expect(await window.dialog.getByRole('alert').count()).toBe(1);
    expect(await window.dialog.getByLabel('Allowed targets').getAttribute('aria-invalid')).toBe('true');
    await window.dialog.getByLabel('Allowed targets').fill(`${site.url}\nhttp://127.0.0.1:1/mcp`);
    if (mode === 'mtls') await window.dialog.getByLabel('Client certificate').check();
    await dialogButton('Create tunnel').click();
  };
  const choose = async (action: string, menu = 'More actions'): Promise<void> => {
    await window.button(menu).click();
    await window.page.getByRole('menuitem', { name: action }).click();
  };
  /** Starts a connector with what the command on the page sets, as a person who copies it. */
  const start = async (place: ConsoleWindow['dialog']): Promise<ConnectorProcess> => {
    const command = await place.locator('pre', { hasText: 'npx --no svc-connector' }).innerText();
    const settings = [...command.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [
      name!,
      value!.endsWith('.pem') ? join(folder, value!) : value!,
    ]);
    const connector = new ConnectorProcess(Object.fromEntries(settings) as Record<string, string>);
    connectors.push(connector);
    await connector.online();
    return connector;
  };
  /** What the menu of a certificate without a name is called. */
  const unnamed = async (): Promise<string> => {
    const menu = window.page.getByRole('button', { name: /^Actions for tcert_/ });
    return (await menu.getAttribute('aria-label')) ?? '';
  };
  const save = async (button: string): Promise<void> => {
    const [download] = await Promise.all([
      window.page.waitForEvent('download'),
      window.dialog.getByRole('button', { name: button }).click(),
    ]);
    await download.saveAs(join(folder, download.suggestedFilename()));
  };
  /** Light and wide, dark and narrow. */
  const looksRight = async (): Promise<void> => {
    await window.settled();
    expect(await window.violationsIn('light')).toEqual([]);
    await window.page.setViewportSize({ width: 360, height: 800 });
    expect([await window.scrollsSideways(), await window.violationsIn('dark')]).toEqual([false, []]);
    await window.page.setViewportSize({ width: 1280, height: 800 });
  };

  it('D-CONS-5 TUN-07 TUN-09 TUN-20 creates one, shows its token once with a command that works, and lists the tools of the server', async () => {
    const { page } = window;
    await create('office');
    const token = (await window.dialog.locator('[data-secret]').textContent()) ?? '';
    expect(token).toMatch(/^stn_[0-9a-f]{64}$/);
    await looksRight();
    await start(window.dialog);
    await dialogButton('Done').click();
    await page.getByRole('heading', { level: 1, name: 'office' }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await page.getByRole('region', { name: 'Connections' }).getByText('127.0.0.1').waitFor();
    await looksRight();
    await window.button('Test').click();
    await dialogButton('List tools').click();
    await window.dialog.getByText('Says it back.').waitFor();
    await looksRight();
    await window.dialog.getByLabel('Target').selectOption('http://127.0.0.1:1/mcp');
    await dialogButton('List tools').click();
    await window.dialog.getByText('The connector cannot reach the MCP server').waitFor();
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 TUN-16 TUN-18 rotates the token, and shows who still uses the old one, and until when', async () => {
    const { page } = window;
    await create('lab');
    const old = await start(window.dialog);
    await dialogButton('Done').click();
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await choose('Rotate token');
    await window.dialog.getByLabel('The old token works for').selectOption('24 more hours');
    await looksRight();
    await dialogButton('Rotate token').click();
    await window.dialog.getByText('Until then, the old token works too').waitFor();
    await start(window.dialog);
    await dialogButton('Done').click();
    const rows = page.getByRole('region', { name: 'Tokens in use' }).getByRole('row');
    const inUse = async () =>
      Promise.all([1, 2].map((row) => rows.nth(row).getByRole('cell').last().innerText()));
    await expect.poll(inUse, { timeout: 30_000 }).toEqual(['1', '1']);
    await looksRight();
    await old.end();
    await expect.poll(inUse, { timeout: 30_000 }).toEqual(['1', '0']);
    await choose('Rotate token');
    await window.dialog.getByLabel('The old token works for').selectOption('Stops immediately');
    await dialogButton('Rotate token').click();
    await window.dialog.getByText('The old token does not work any more').waitFor();
    await dialogButton('Done').click();
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 TUN-11 D-TUN-3 edits targets, disables, enables and deletes', async () => {
    const { page } = window;
    await create('changes');
    await dialogButton('Done').click();
    await choose('Edit');
    await window.dialog.getByLabel('Allowed targets').fill('http://10.0.0.7/mcp#part');
    await dialogButton('Save').click();
    await window.dialog.getByText('without a fragment').first().waitFor();
    await window.dialog.getByLabel('Allowed targets').fill('http://10.0.0.7/mcp');
    await dialogButton('Save').click();
    await page.getByText('http://10.0.0.7/mcp').first().waitFor();
    await choose('Disable');
    await page.getByText('This tunnel is disabled').waitFor();
    await choose('Enable');
    await page.getByText('This tunnel is disabled').waitFor({ state: 'detached' });
    await choose('Delete');
    await dialogButton('Delete').click();
    await page.getByRole('link', { name: 'office' }).waitFor();
    await page.getByRole('link', { name: 'changes' }).waitFor({ state: 'detached' });
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 TUN-24 TUN-29 TUN-31 issues a certificate with a key that is saved once, and connectors come in with it', async () => {
    await create('machines', 'mtls');
    await window.page.getByRole('heading', { level: 1, name: 'machines' }).waitFor();
    await window.button('Issue certificate').click();
    await window.dialog.getByLabel('Name').fill('rack 4');
    await dialogButton('Issue certificate').click();
    await window.dialog.getByText('The private key is offered only now').waitFor();
    await looksRight();
    for (const file of ['Private key', 'Certificate (cert.pem)', 'Authority']) await save(file);
    const connector = await start(window.dialog);
    await dialogButton('Done').click();
    await window.page.getByText('Connected', { exact: true }).first().waitFor();
    await looksRight();
    await choose('Revoke', 'Actions for rack 4');
    await dialogButton('Revoke').click();
    await window.page.getByText('Revoked', { exact: true }).waitFor();
    await connector.printed(/"code":4401/);
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 TUN-24 TUN-25 signs a request, whose key stays where it is, and has certificates downloaded later', async () => {
    await create('own keys', 'mtls');
    await window.button('Issue certificate').click();
    await window.dialog.getByLabel('Sign my certificate request').check();
    await window.dialog.getByLabel('Certificate request (PEM)').fill('no request');
    await dialogButton('Issue certificate').click();
    await window.dialog.getByRole('alert').first().waitFor();
    await looksRight();
    await window.dialog.getByLabel('Certificate request (PEM)').fill(REQUEST);
    await dialogButton('Issue certificate').click();
    await window.dialog.getByText('Save these files').waitFor();
    expect(await window.dialog.getByRole('button', { name: 'Private key' }).count()).toBe(0);
    await dialogButton('Done').click();
    const download = window.page.waitForEvent('download');
    await choose('Download certificate', await unnamed());
    expect((await download).suggestedFilename()).toBe('cert.pem');
    expect(window.wrongs).toEqual([]);
  });
});
