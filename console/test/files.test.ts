import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const HOSTILE = '<img src=x onerror=taken=1>.html';
/** One whole point: the pictures of the service's own tests are heads alone. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PAGE = '<!doctype html><script>parent.taken = 1; globalThis.taken = 1</script><h1>Taken</h1>';

describe('the files page', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  const file = (name: string, content: string | Buffer) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
  const row = (name: string) => window.page.getByRole('row').filter({ hasText: name });
  const upload = async (...files: ReturnType<typeof file>[]): Promise<void> => {
    await window.goto('/files');
    await window.button('Upload files').click();
    await window.dialog.getByLabel('Files', { exact: true }).setInputFiles(files);
    await window.dialog.getByRole('button', { name: 'Upload' }).click();
    await window.dialog.waitFor({ state: 'detached' });
    for (const { name } of files) await row(name).getByText('Ready').waitFor();
  };
  const choose = async (name: string, action: string): Promise<void> => {
    await window.button(`Actions for ${name}`).click();
    await window.page.getByRole('menuitem', { name: action }).click();
  };

  it('D-CONS-5 FILE-22 uploads, shows as text, downloads and deletes a page whose name and content are markup', async () => {
    const { page } = window;
    await upload(file(HOSTILE, PAGE));
    await page.getByText(/^\d+ bytes of 100 GB$/).waitFor();
    expect(await window.violations()).toEqual([]);
    await page.getByRole('button', { name: HOSTILE, exact: true }).click();
    await window.dialog.getByText('parent.taken').waitFor();
    expect(await window.dialog.getByRole('region').textContent()).toBe(PAGE);
    expect(await window.violations()).toEqual([]);
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([page.waitForEvent('download'), choose(HOSTILE, 'Download')]);
    expect(await readFile(await download.path(), 'utf8')).toBe(PAGE);
    // Its address, opened as a page: the browser saves it and shows nothing of it.
    const address = download.url();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.goto(address).catch(() => undefined),
    ]);
    expect(saved.url()).toBe(address);
    expect(await page.evaluate('globalThis.taken')).toBeUndefined();
    await window.goto('/files');
    await choose(HOSTILE, 'Delete');
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No files').waitFor();
    expect(await page.locator('[onerror]').count()).toBe(0);
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 takes what is dropped, shows images, filters, and fits a narrow window', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 360, height: 800 });
    await window.goto('/files');
    await window.button('Upload files').first().waitFor();
    await page.evaluate(
      ([bytes]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes!)], 'dot.png'));
        for (const type of ['dragover', 'drop'])
          dispatchEvent(new DragEvent(type, { dataTransfer, cancelable: true, bubbles: true }));
      },
      [[...Buffer.from(DOT, 'base64')]],
    );
    await window.dialog.getByText('dot.png').waitFor();
    expect(await window.dialog.getByLabel('Purpose').inputValue()).toBe('vision');
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Upload' }).click();
    await row('dot.png').getByText('Ready').waitFor();
    expect(await window.scrollsSideways()).toBe(false);
    await choose('dot.png', 'Preview');
    const image = window.dialog.getByRole('img', { name: 'The image dot.png' });
    await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
    expect(await window.violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Purpose').selectOption('Document');
    await page.getByText('No files match these filters.').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 keeps what is dropped while others are uploaded', async () => {
    const { page } = window;
    const reply = Promise.withResolvers<void>();
    const isUpload = ({ pathname }: URL) => /^\/console\/api\/.*\/files$/.test(pathname);
    await page.route(isUpload, async (route) => {
      if (route.request().method() === 'POST') await reply.promise;
      await route.continue();
    });
    await window.goto('/files');
    await window.button('Upload files').first().click();
    await window.dialog.getByLabel('Files', { exact: true }).setInputFiles([file('chosen.txt', 'hello')]);
    await window.dialog.getByRole('button', { name: 'Upload' }).click();
    await window.dialog.getByRole('progressbar').waitFor();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['later'], 'dropped.txt'));
      for (const type of ['dragover', 'drop'])
        dispatchEvent(new DragEvent(type, { dataTransfer, cancelable: true, bubbles: true }));
    });
    await window.dialog.getByText('dropped.txt').waitFor();
    reply.resolve();
    await window.dialog.getByText('chosen.txt').first().waitFor({ state: 'detached' });
    expect(await window.dialog.getByRole('list').textContent()).toBe('dropped.txt');
    await window.dialog.getByRole('button', { name: 'Upload' }).click();
    await row('dropped.txt').waitFor();
    await window.unroute();
  });

  it('FILE-18 FILE-20 says what was refused, and keeps what was not uploaded', async () => {
    await window.goto('/files');
    await window.button('Upload files').first().click();
    await window.dialog.getByRole('button', { name: 'Upload' }).click();
    await window.dialog.getByText('Choose at least one file.').waitFor();
    const files = [file('good.txt', 'hello'), file('bad.txt', Buffer.from([0x89, 0xff, 0xfe]))];
    await window.dialog.getByLabel('Files', { exact: true }).setInputFiles(files);
    await window.dialog.getByRole('button', { name: 'Upload' }).click();
    await window.dialog.getByRole('alert').first().waitFor();
    expect(await window.dialog.getByRole('list').textContent()).toBe('bad.txt');
    await window.page.keyboard.press('Escape');
    await row('good.txt').waitFor();
    expect(await row('bad.txt').count()).toBe(0);
  });

  it('FILE-20 shows when a file is ready, however often it was still being prepared', async () => {
    const { page } = window;
    await upload(file('slow.txt', 'hello'));
    let times = 0;
    const isList = ({ pathname }: URL) => /^\/console\/api\/.*\/files$/.test(pathname);
    await page.route(isList, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { status: string }[] };
      if (times++ < 3) body.data[0]!.status = 'processing';
      await route.fulfill({ response, json: body });
    });
    await window.goto('/files');
    await row('slow.txt').getByText('Processing').waitFor();
    await row('slow.txt').getByText('Ready').waitFor();
    await window.unroute();
    expect(times).toBe(4);
  });

  it('D-CONS-5 FILE-30 asks about a file in the playground, and shows the same call', async () => {
    const { page } = window;
    await upload(file('facts.txt', 'The answer is 42.'));
    await window.goto('/playground');
    await window.button('Attach a file').click();
    await window.button('Attach facts.txt').click();
    await page.getByLabel('Message').fill('What is the answer?');
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    expect(await page.getByRole('tabpanel').textContent()).toContain('chat-extensions-2026-12-01');
    const [request] = await Promise.all([
      page.waitForRequest(`${service.baseUrl}/v1/chat/completions`),
      window.button('Send').click(),
    ]);
    const { messages } = request.postDataJSON() as { messages: { content: unknown }[] };
    expect(messages[0]!.content).toEqual([
      { type: 'file', file: { file_id: expect.stringMatching(/^file_/) } },
      { type: 'text', text: 'What is the answer?' },
    ]);
    const log = page.getByRole('log');
    await log.getByText('You said: “What is the answer?”').waitFor();
    await log.getByText('Attached files: facts.txt').waitFor();
    expect(await window.button('Remove facts.txt').count()).toBe(0);
    expect(await window.violations()).toEqual([]);
  });

  it('D-CONS-3 is there for whoever may make keys of a workspace', async () => {
    const other = await open();
    await other.signIn('dev@acme.test', PASSWORD);
    await other.goto('/files');
    expect(await other.page.getByRole('navigation').getByRole('link', { name: 'Files' }).count()).toBe(1);
    await other.page.getByText(/^No workspace with files$/).waitFor();
    await other.close();
    const member = await open();
    await member.signIn('mem@acme.test', PASSWORD);
    expect(await member.page.getByRole('link', { name: 'Files' }).count()).toBe(0);
    await member.close();
  });
});
