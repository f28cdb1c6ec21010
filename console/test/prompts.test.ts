import { describe, expect, it } from 'vitest';
import type { Request } from 'playwright-core';
import { MAIN_KEY, zip, type RunningConsole } from '../../server/test-kit/index.ts';
import { Svc } from '@svc/sdk';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

describe('prompt templates, prompt tools and plugins', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  const sent = async (act: () => Promise<void>): Promise<Request> => {
    const [request] = await Promise.all([
      window.page.waitForRequest(`${service.baseUrl}/v1/chat/completions`),
      act(),
    ]);
    return request;
  };

  it('D-CONS-5 PTPL-13 PTPL-16 makes a template and a next version, compares them, and moves a label', async () => {
    const { page, dialog } = window;
    await window.goto('/templates');
    await window.button('New template').first().click();
    await dialog.getByLabel('Name').fill('greet');
    await dialog.getByLabel('Message 1', { exact: true }).fill('You greet people.');
    await dialog.getByLabel('Message 2', { exact: true }).fill('Greet {{name}}.\nBe <b>brief</b>.');
    await dialog.getByLabel('Labels').fill('production');
    expect(await window.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save version' }).click();
    await page.getByRole('link', { name: 'greet' }).click();
    await page.getByText('production → 1').waitFor();
    await window.button('New version').click();
    await dialog
      .getByLabel('Message 2', { exact: true })
      .fill('Greet {{name}} in {{language}}.\nBe <b>brief</b>.');
    await dialog.getByRole('button', { name: 'Save version' }).click();
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByText('Greet {{name}} in {{language}}.').waitFor();
    const changed = versions.getByRole('row').filter({ hasText: 'Removed: ' });
    expect(await changed.textContent()).toBe(
      'Removed: Greet {{name}}.Added: Greet {{name}} in {{language}}.',
    );
    expect(await versions.locator('b').count()).toBe(0);
    expect(await window.violations()).toEqual([]);
    await window.button('Move a label').click();
    await dialog.getByLabel('Label', { exact: true }).fill('latest');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog.getByLabel('Label', { exact: true }).fill('production');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('production → 2').waitFor();
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 PTPL-05 tries a template out in the playground, with a field for each variable', async () => {
    const { page } = window;
    await window.goto('/templates/greet');
    await page.getByRole('link', { name: 'Try in the playground' }).click();
    await page.getByLabel('Value of name').fill('Ada');
    await page.getByLabel('Value of language').fill('French');
    expect(await window.violations()).toEqual([]);
    const prompt = { template: 'greet-v2', variables: { name: 'Ada', language: 'French' } };
    const alone = { model: 'Svc Standard', prompt, stream: true };
    const code = page.getByRole('tabpanel').locator('code');
    const bodyOf = (text: string | null) =>
      JSON.parse(text!.slice(text!.indexOf(" -d '") + 5, -1)) as { messages?: object[] };
    expect(bodyOf(await code.textContent())).toEqual(alone);
    expect((await sent(() => window.button('Send').click())).postDataJSON()).toEqual(alone);
    const log = page.getByRole('log');
    await log.getByText('The messages of greet-v2').waitFor();
    await log.getByText('You said: “Greet Ada in French.').waitFor();
    await window.button('Send').waitFor();
    expect(await window.button('Send').isDisabled()).toBe(true);
    await page.getByLabel('Message').fill('Now');
    const shown = bodyOf(await code.textContent());
    const request = await sent(() => window.button('Send').click());
    expect(request.postDataJSON()).toEqual(shown);
    expect(request.postDataJSON()).toMatchObject({
      prompt,
      messages: [{ role: 'assistant' }, { role: 'user', content: 'Now' }],
    });
    await log
      .getByText(/tokens of the plan/)
      .nth(1)
      .waitFor();
    await page.getByLabel('Template', { exact: false }).first().fill('greet@nowhere');
    await page.getByText('There is no such version.').waitFor();
    expect(
      await page.locator('datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).toEqual(['greet@production', 'greet-v2']);
    await window.goto('/playground?template=greet-v2');
    await page.getByLabel('Message').fill('Now');
    await page.getByLabel('API format').selectOption('Messages');
    await page.getByText('Messages refuses this call').waitFor();
    expect(await page.getByLabel('API format').locator('option').count()).toBe(2);
    await window.goto('/playground');
    await page.getByText('Write a message, and the call that sends it is shown here.').waitFor();
    expect(window.wrongs.filter((wrong) => !wrong.includes('404'))).toEqual([]);
  });

  it('D-CONS-5 PTOOL-01 PTOOL-03 writes a prompt with a model, shows its working, and stores it as a template', async () => {
    const { page, dialog } = window;
    await window.goto('/playground');
    await window.button('Generate').click();
    await dialog.getByLabel('Task').fill('Greet customers');
    await dialog.getByRole('button', { name: 'Generate' }).click();
    await dialog.getByRole('heading', { name: 'Working' }).waitFor();
    expect(await window.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Use in the playground' }).click();
    await expect.poll(() => page.getByLabel('Message').inputValue()).not.toBe('');
    await window.button('Templatize').click();
    await dialog.getByRole('button', { name: 'Templatize' }).click();
    await dialog.getByLabel('Name of the template').fill('made');
    await dialog.getByRole('button', { name: 'Save as a template' }).click();
    await page.getByText('Saved the template made.').waitFor();
    const { prompts } = new Svc({
      baseUrl: service.baseUrl.replace('localhost', '127.0.0.1'),
      apiKey: MAIN_KEY,
    });
    expect((await prompts.templates.retrieve('made')).latest_version).toBe(1);
    await window.button('Templatize').click();
    await dialog.getByRole('button', { name: 'Templatize' }).click();
    await dialog.getByLabel('Name of the template').fill('made');
    await dialog.getByLabel('Name of the template').press('Enter');
    await dialog.getByText('A template named made exists already. Saving adds version 2').waitFor();
    expect((await prompts.templates.retrieve('made')).latest_version).toBe(1);
    await page.keyboard.press('Escape');
  });

  it('D-CONS-5 takes an improved conversation over with all that was said', async () => {
    const { page, dialog } = window;
    await page.route('**/prompts/improve*', async (route) => {
      const response = await route.fetch();
      const result = (await response.json()) as object;
      const { messages } = route.request().postDataJSON() as { messages: object[] };
      return route.fulfill({ response, json: { ...result, messages } });
    });
    await window.goto('/playground');
    await page.getByLabel('Message').fill('Good morning');
    await window.button('Send').click();
    const log = page.getByRole('log');
    await log.getByText(/tokens of the plan/).waitFor();
    await window.button('Improve').click();
    await dialog.getByLabel('Problem').fill('Too long');
    await dialog.getByRole('button', { name: 'Improve' }).click();
    await dialog.getByRole('button', { name: 'Use in the playground' }).click();
    await dialog.waitFor({ state: 'detached' });
    await log.getByText('Good morning').first().waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    await window.unroute();
  });

  it('D-PTPL-1 says that a template has the name, offers it, and adds a version only when told to', async () => {
    const { page, dialog } = window;
    const posts: string[] = [];
    const note = (request: Request): void => {
      if (request.method() === 'POST' && request.url().endsWith('/templates')) posts.push(request.url());
    };
    page.on('request', note);
    await window.goto('/templates');
    await window.button('New template').first().click();
    await dialog.getByLabel('Name').fill('greet');
    await dialog.getByLabel('Message 1', { exact: true }).fill('You greet.');
    await dialog.getByText('A template named greet exists already. Saving adds version 3').waitFor();
    expect(await window.violations()).toEqual([]);
    const [existing] = await Promise.all([
      window.context.waitForEvent('page'),
      dialog.getByRole('link', { name: 'Open the existing one' }).click(),
    ]);
    await existing.getByRole('heading', { level: 1, name: 'greet' }).waitFor();
    await existing.close();
    await dialog.getByLabel('Name').fill('greeting');
    await dialog.getByText('exists already').waitFor({ state: 'detached' });
    // By Enter, the field is not left before: the name is looked up when the form is sent.
    await dialog.getByLabel('Name').fill('greet');
    await dialog.getByLabel('Name').press('Enter');
    await dialog.getByText('A template named greet exists already.').waitFor();
    expect(posts).toEqual([]);
    await dialog.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Saved version 3 of greet.').waitFor();
    expect(posts).toHaveLength(1);
    page.off('request', note);
    expect(window.wrongs).toEqual([]);
  });

  it('D-CONS-5 D-PLUG-4 adds a plugin, requires it, and shows what a member has; a member installs what is available', async () => {
    const { page, dialog } = window;
    const manifest = { name: 'minutes', version: '1.0.0', display_name: '<b>Minutes</b>' };
    const buffer = zip([{ name: 'plugin.json', content: JSON.stringify(manifest) }]);
    await window.goto('/plugins');
    await window.button('Add a plugin').click();
    expect(await window.violations()).toEqual([]);
    await dialog
      .getByLabel('Bundle')
      .setInputFiles([{ name: 'bad.zip', mimeType: 'application/zip', buffer: Buffer.from('no') }]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog
      .getByLabel('Bundle')
      .setInputFiles([{ name: 'minutes.zip', mimeType: 'application/zip', buffer }]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    const own = page.getByRole('list', { name: 'Your plugins' });
    await own.getByText('<b>Minutes</b>').waitFor();
    const member = await open();
    await member.signIn('mem@acme.test', PASSWORD);
    await member.goto('/plugins');
    await member.button('Install <b>Minutes</b>').click();
    await member.button('Remove <b>Minutes</b>').waitFor();
    expect(await member.page.getByText('Plugins of the organization').count()).toBe(0);
    await window.button('Change <b>Minutes</b>').click();
    await dialog.getByLabel('Policy').selectOption('Required');
    expect(await window.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await own.getByText('Required by the organization').waitFor();
    await page.getByLabel('Member', { exact: true }).selectOption('Mem Ber');
    await page
      .getByRole('list', { name: 'Plugins of the member' })
      .getByText('Required by the organization')
      .waitFor();
    expect(await window.violations()).toEqual([]);
    await member.goto('/plugins');
    await member.page.getByText('Required by the organization').waitFor();
    expect(await member.button('Remove <b>Minutes</b>').count()).toBe(0);
    await window.button('Add a plugin').click();
    const next = zip([{ name: 'plugin.json', content: JSON.stringify({ ...manifest, version: '1.1.0' }) }]);
    await dialog
      .getByLabel('Bundle')
      .setInputFiles([{ name: 'minutes.zip', mimeType: 'application/zip', buffer: next }]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Updated <b>Minutes</b> to 1.1.0.').waitFor();
    // A new version leaves the policy as it was.
    await own.getByText('Required by the organization').waitFor();
    await member.close();
  });
});
