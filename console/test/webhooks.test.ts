import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhooks } from '@svc/sdk';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

describe('the webhooks page', () => {
  let window: ConsoleWindow;
  let receiver: Server;
  const received: { readonly body: string; readonly signature: string }[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ body, signature: String(request.headers['svc-signature']) });
        response.writeHead(request.url === '/broken' ? 500 : 204).end('what the receiver says');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterAll(() => receiver?.close());

  withConsole(
    ACME,
    async (_service, open) => {
      window = await open();
      await window.signIn('ada@acme.test', PASSWORD);
    },
    { network: { allow_private_targets: ['127.0.0.1/32'] }, webhooks: { allow_http: true } },
  );

  const url = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
  const create = async (path: string): Promise<string> => {
    await window.goto('/webhooks');
    await window.button('Create webhook').click();
    await window.dialog.getByLabel('Address').fill(url(path));
    await window.dialog.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await window.dialog.locator('[data-secret]').textContent();
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Done' }).click();
    await window.page.getByRole('link', { name: url(path) }).click();
    return secret ?? '';
  };
  const choose = async (action: string): Promise<void> => {
    await window.button('More actions').click();
    await window.page.getByRole('menuitem', { name: action }).click();
  };

  it('D-CONS-5 HOOK-08 HOOK-27 HOOK-28 creates one, shows its secret once, sends a test, and shows what became of it', async () => {
    const secret = await create('/works');
    await window.button('Send test').click();
    await window.page.getByText('Succeeded').first().waitFor();
    const [delivery] = received;
    expect(await webhooks.verify(delivery!.body, delivery!.signature, secret)).toMatchObject({
      type: 'webhook.test',
    });
    await window.page.getByRole('button', { name: /^Show webhook\.test/ }).click();
    await window.dialog.getByText('204').waitFor();
    await window.dialog.getByText('"webhook.test"').waitFor();
    expect(await window.dialog.textContent()).not.toContain('what the receiver says');
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]!.body).toBe(delivery!.body);
    expect(await window.page.content()).not.toContain(secret);
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 HOOK-23 HOOK-26 disables, enables, rotates with the overlap told, edits and deletes', async () => {
    const { page } = window;
    const secret = await create('/changes');
    await choose('Disable');
    await page.getByText('This webhook is disabled').waitFor();
    await choose('Enable');
    await page.getByText('This webhook is disabled').waitFor({ state: 'detached' });
    await choose('Rotate secret');
    await window.dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await window.dialog.getByText('Until then, deliveries are signed with the old secret too').waitFor();
    expect(await window.dialog.locator('[data-secret]').textContent()).not.toBe(secret);
    await window.dialog.getByRole('button', { name: 'Done' }).click();
    await choose('Edit');
    await window.dialog.getByLabel('Selected events').check();
    await window.dialog.getByLabel('file.expired').check();
    await window.dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('file.expired').first().waitFor();
    await choose('Delete');
    await window.dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: url('/changes') }).waitFor({ state: 'detached' });
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 shows why an address is refused, and webhooks of the organization by themselves', async () => {
    const { page } = window;
    await window.goto('/webhooks?owner=organization');
    await page.getByText('No webhooks').waitFor();
    await window.button('Create webhook').first().click();
    await window.dialog.getByLabel('Address').fill('https://10.0.0.1/');
    await window.dialog.getByLabel('Selected events').check();
    expect(await window.dialog.getByLabel('file.expired').count()).toBe(0);
    await window.dialog.getByLabel('credits.low_balance').check();
    await window.dialog.getByRole('button', { name: 'Create webhook' }).click();
    await window.dialog.getByText('public HTTPS').first().waitFor();
    expect(await window.violations()).toEqual([]);
  });
});
