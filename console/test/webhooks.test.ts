import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhooks } from '@svc/sdk';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const [acme] = ACME.organizations;
const ADAM = { email: 'adam@acme.test', name: 'Adam Ministrator', role: 'administrator', password: PASSWORD };
const PROVISIONING = { organizations: [{ ...acme, members: [...acme!.members, ADAM] }] };

/** What the receiver says to an inference hook, by path. To a webhook any of it is a success. */
const VERDICTS: Readonly<Record<string, object>> = {
  '/allows': { action: 'allow' },
  '/denies': { action: 'deny', reason: 'card number', message: 'Remove the card number.' },
};

describe('pages of what calls a server of the organization', () => {
  let open: OpenWindow;
  let window: ConsoleWindow;
  let receiver: Server;
  const received: {
    readonly body: string;
    readonly signature: string;
    readonly authorization: string | undefined;
  }[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        const { 'svc-signature': signature, authorization } = request.headers;
        received.push({ body, signature: String(signature), authorization });
        const verdict = VERDICTS[request.url ?? ''];
        if (verdict) response.writeHead(200).end(JSON.stringify(verdict));
        else response.writeHead(request.url === '/broken' ? 500 : 204).end('what the receiver says');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterAll(() => receiver?.close());

  withConsole(
    PROVISIONING,
    async (_service, openWindow) => {
      open = openWindow;
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
  const edit = async (address: string): Promise<void> => {
    await choose('Edit');
    await window.dialog.getByLabel('Address').fill(address);
    await window.dialog.getByRole('button', { name: 'Save' }).click();
    await window.page.getByRole('heading', { level: 1, name: address }).waitFor();
  };
  const sendTest = async (): Promise<void> => {
    await window.button('Send test').click();
    await window.dialog.getByRole('button', { name: 'Send test' }).click();
  };
  const choose = async (action: string): Promise<void> => {
    await window.button('More actions').click();
    await window.page.getByRole('menuitem', { name: action }).click();
  };

  it('D-CONS-5 HOOK-08 HOOK-27 HOOK-28 creates one, shows its secret once, sends a test, and shows what became of it', async () => {
    const secret = await create('/works');
    await sendTest();
    await window.dialog.getByText(/^204 after \d+ ms$/).waitFor();
    await window.dialog.getByText('Delivered', { exact: true }).waitFor();
    expect(await window.dialog.locator('.bg-good-soft').count()).toBe(1);
    await window.page.keyboard.press('Escape');
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

  it.each([
    ['/broken', /^500 Error status after \d+ ms$/],
    [undefined, /^Connection failed after \d+ ms$/],
  ])('D-CONS-5 shows what became of a test that failed: %s', async (path, answer) => {
    await create(path ?? '/gone');
    if (path === undefined) await edit('http://127.0.0.1:1/');
    await sendTest();
    await window.dialog.getByText(answer).waitFor();
    await window.dialog.getByText('Not delivered', { exact: true }).waitFor();
    expect(await window.dialog.locator('.bg-danger-soft').count()).toBe(1);
    expect(await window.dialog.locator('.bg-good-soft').count()).toBe(0);
    expect(await window.violations()).toEqual([]);
    await window.page.keyboard.press('Escape');
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 says in words that an event must be chosen', async () => {
    await window.goto('/webhooks');
    await window.button('Create webhook').click();
    await window.dialog.getByLabel('Address').fill(url('/none'));
    await window.dialog.getByLabel('Selected events').check();
    await window.dialog.getByRole('button', { name: 'Create webhook' }).click();
    await window.dialog.getByText('Choose at least one event.').waitFor();
    expect(await window.dialog.getByRole('alert').count()).toBe(1);
    await window.page.keyboard.press('Escape');
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

  describe('the inference hook', () => {
    const field = (label: string) => window.dialog.getByLabel(label, { exact: true });
    const submit = (name: string) => window.dialog.getByRole('button', { name, exact: true }).click();
    const said = (sentence: string) => window.page.getByText(sentence).first().waitFor();
    async function expectToFit(): Promise<void> {
      for (const width of [1440, 360]) {
        await window.page.setViewportSize({ width, height: 800 });
        expect(await window.violations()).toEqual([]);
        expect(await window.scrollsSideways()).toBe(false);
      }
      await window.page.setViewportSize({ width: 1280, height: 800 });
    }
    async function test(): Promise<string> {
      await window.button('Test').click();
      await submit('Send test');
      await window.dialog.getByText(/after [\d,]+ ms\.$/).waitFor();
      const outcome = await window.dialog.getByRole('status').innerText();
      await window.page.keyboard.press('Escape');
      return outcome;
    }

    it('D-CONS-5 is set up, with its secret shown once, and a test is signed with that', async () => {
      await window.goto('/inference-hook');
      await said('No inference hook');
      await expectToFit();
      await window.button('Set up inference hook').click();
      await field('Address').fill('https://10.0.0.1/');
      expect(await field('Shadow').isChecked()).toBe(true);
      await field('Selected workspaces').check();
      await field('Research').check();
      await window.button('Add header').click();
      await field('Name').fill('content-type');
      await field('Value').fill('Bearer s3cret');
      await submit('Set up');
      await window.dialog.getByText('must not be a header that the service sets itself').waitFor();
      await field('Name').fill('Authorization');
      await submit('Set up');
      await window.dialog.getByText('public HTTPS').first().waitFor();
      await expectToFit();
      await field('Address').fill(url('/allows'));
      await submit('Set up');
      const secret = await window.dialog.locator('[data-secret]').textContent();
      expect(await window.violations()).toEqual([]);
      await submit('Done');
      await said('Nothing is refused');
      expect(await test()).toMatch(/^Allowed after/);
      const { body, signature, authorization } = received.at(-1)!;
      expect(await webhooks.verify(body, signature, secret ?? '')).toMatchObject({ request_id: null });
      expect(authorization).toBe('Bearer s3cret');
      expect(await window.page.content()).not.toMatch(/s3cret|whsec_/);
      expect(window.wrongs).toEqual([]);
    });

    it('D-CONS-5 refuses calls only after a confirmation, and asks for the values of headers again', async () => {
      await window.button('Edit').click();
      await field('Address').fill(url('/denies'));
      await window.dialog.getByText('Type each value again').waitFor();
      await field('Enforce').check();
      await window.dialog.getByText('and all that it gives no verdict on').waitFor();
      await field('Let the call go on').check();
      expect(await window.dialog.getByText('and all that it gives no verdict on').count()).toBe(0);
      await submit('Save');
      const missing = window.dialog.locator('input:invalid');
      expect(await missing.count()).toBe(2);
      await expectToFit();
      await field('Refuse these calls').check();
      await window.dialog.getByRole('button', { name: 'Remove header 1' }).click();
      expect(await missing.count()).toBe(0);
      await submit('Save');
      await said('Changes saved.');
      await said('those that it denies are refused');
      await window.button('Edit').click();
      expect(await field('Refuse these calls').count()).toBe(0);
      expect(await field('Research').isChecked()).toBe(true);
      await window.page.keyboard.press('Escape');
      const outcome = await test();
      for (const part of ['Denied after', 'card number', 'Remove the card number.'])
        expect(outcome).toContain(part);
      expect(received.at(-1)!.authorization).toBeUndefined();
    });

    it('D-CONS-5 says since when it fails, what becomes of calls, and why', async () => {
      const path = '**/console/api/inference_hook';
      await window.page.route(path, async (route) => {
        if (route.request().method() !== 'GET') return route.fallback();
        const response = await route.fetch();
        const failing = {
          status: 'failing',
          failing_since: '2026-11-20T10:00:00Z',
          calls_1h: 1204,
          failed_1h: 7,
        };
        return route.fulfill({ response, json: { ...((await response.json()) as object), ...failing } });
      });
      await window.goto('/inference-hook');
      await said('The hook has not answered with a verdict since');
      await said('Calls go on without it.');
      await window.page.getByTitle('1,204').waitFor();
      await expectToFit();
      await window.unroute();
      await window.button('Edit').click();
      await field('Address').fill(url('/broken'));
      await submit('Save');
      await said('Changes saved.');
      expect(await test()).toMatch(/^No verdict after [^]*a status other than 200/);
    });

    it('D-CONS-3 is read and tested by administrators, and changed by owners alone', async () => {
      const adam = await open();
      await adam.signIn(ADAM.email, PASSWORD);
      await adam.goto('/inference-hook');
      await adam.page.getByText('Only owners can change the inference hook.').waitFor();
      const buttons = adam.page.locator('main').getByRole('button');
      expect(await buttons.allTextContents()).toEqual(['Test']);
      await choose('Rotate secret');
      await submit('Rotate secret');
      await window.dialog.getByText('Until then, calls are signed with the old secret too').waitFor();
      await submit('Done');
      await choose('Delete');
      await submit('Delete');
      await said('No inference hook');
      await adam.goto('/inference-hook');
      await adam.page.getByText('Ask an owner to set one up.').waitFor();
      expect(await buttons.count()).toBe(0);
      expect([...adam.wrongs, ...window.wrongs]).toEqual([]);
      await adam.close();
    });
  });
});
