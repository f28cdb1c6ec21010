import { readFile } from 'node:fs/promises';
import { Svc } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const HOSTILE = '<img src=x onerror=taken=1>';

describe('the pages of batches', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, open) => {
    service = running;
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  /** Creates a batch as the signed-in person, and gives its id. */
  const create = async (lines: readonly object[]): Promise<string> => {
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    return window.page.evaluate(async (content) => {
      const me = (await (await fetch('/console/api/me')).json()) as {
        csrf_token: string;
        workspaces: { id: string; is_default: boolean }[];
      };
      const { id: workspace } = me.workspaces.find((one) => one.is_default)!;
      const root = `/console/api/workspaces/${workspace}`;
      const headers = { 'svc-csrf': me.csrf_token };
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', new File([content], 'lines.jsonl'));
      const file = (await (await fetch(`${root}/files`, { method: 'POST', headers, body: form })).json()) as {
        id: string;
      };
      for (let status = ''; status !== 'ready';)
        ({ status } = (await (await fetch(`${root}/files/${file.id}`)).json()) as { status: string });
      const body = JSON.stringify({ input_file_id: file.id, metadata: { purpose: 'test' } });
      const created = await fetch(`${root}/batches`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      return ((await created.json()) as { id: string }).id;
    }, text);
  };
  const line = (id: string, body: object = { messages: [{ role: 'user', content: 'Hi' }] }): object => ({
    custom_id: id,
    endpoint: '/v1/chat/completions',
    body,
  });

  it('D-CONS-5 list batches, and show progress, cost, failed requests and the download of one', async () => {
    const { page } = window;
    await window.goto('/batches');
    await page.getByText('No batches').waitFor();
    expect(await window.violations()).toEqual([]);
    const id = await create([line('good'), line(HOSTILE, { messages: [] }), line('fine')]);
    await window.goto('/batches');
    await page.getByRole('link', { name: id }).click();
    await page.getByText('Completed').first().waitFor();
    await page.getByText('3 of 3').waitFor();
    // Who made it is a person here, whose name is known.
    await page.getByText('Ada Lovelace').last().waitFor();
    await page.getByText('2 succeeded, 1 failed', { exact: true }).waitFor();
    const bar = page.getByRole('progressbar', { name: 'All requests' });
    expect(await bar.getAttribute('aria-valuetext')).toBe('2 succeeded, 1 failed');
    expect(await bar.locator('.bg-danger').count()).toBe(1);
    await page.getByText(HOSTILE).waitFor();
    await page.getByText('messages_required').waitFor();
    expect(await window.violations()).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      window.button('Download results').click(),
    ]);
    const output = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    expect(output.map((each) => (JSON.parse(each) as { custom_id: string }).custom_id)).toEqual([
      'good',
      HOSTILE,
      'fine',
    ]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await window.scrollsSideways()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 show what is wrong with the input of a batch that failed', async () => {
    const { page } = window;
    const id = await create([line('good'), { custom_id: 'x' }]);
    const row = page.getByRole('row').filter({ hasText: id });
    // The list shows a batch as it was when the page was loaded.
    await expect
      .poll(async () => {
        await window.goto('/batches');
        await row.waitFor();
        return row.getByText('Failed').count();
      })
      .toBe(1);
    await page.getByLabel('Status').selectOption('Failed');
    await page.getByRole('link', { name: id }).click();
    await page
      .getByRole('table', { name: 'Problems in the input' })
      .getByText('endpoint', { exact: true })
      .waitFor();
    expect(await window.violations()).toEqual([]);
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 lead from a batch to the key that made it, and show its id alone to who may not see it', async () => {
    const { files, batches } = new Svc({
      baseUrl: service.baseUrl.replace('localhost', '127.0.0.1'),
      apiKey: MAIN_KEY,
    });
    const content = new File([JSON.stringify(line('one'))], 'lines.jsonl');
    const file = await files.create({ file: content, purpose: 'batch' });
    await expect.poll(async () => (await files.retrieve(file.id)).status).toBe('ready');
    const { id, created_by: keyId } = await batches.create({ input_file_id: file.id });
    await window.page.route(`**/console/api/api_keys/${keyId}`, (route) =>
      route.fulfill({
        status: 404,
        json: {
          error: {
            type: 'not_found_error',
            code: 'api_key_not_found',
            message: 'There is no such key.',
            param: null,
          },
        },
      }),
    );
    await window.goto(`/batches/${id}`);
    await window.page.getByText(keyId, { exact: true }).waitFor();
    expect(await window.page.locator(`a[href*="${keyId}"]`).count()).toBe(0);
    await window.unroute();
    await window.load(`/batches/${id}`);
    await window.page.getByRole('link', { name: 'website backend' }).click();
    await window.page.getByRole('heading', { level: 1, name: 'website backend' }).waitFor();
  });

  it('BATCH-16 D-CONS-5 cancel a batch after a question', async () => {
    const { page } = window;
    const many = Array.from({ length: 3000 }, (_, i) => line(`line ${i}`));
    const id = await create(many);
    await window.goto('/batches');
    await page.getByRole('link', { name: id }).click();
    await window.button('Cancel batch').click();
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByText('Canceled', { exact: true }).first().waitFor({ timeout: 30_000 });
    expect(window.wrongs).toEqual([]);
  });
});
