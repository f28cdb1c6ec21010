import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ABLE_MODELS } from './able-models.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

describe('the playground', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  /** Answers of 404 to the Console. */
  const missing: string[] = [];

  withConsole(
    ACME,
    async (running, openWindow) => {
      [service, open] = [running, openWindow];
      window = await open();
      window.page.on('response', (response) => {
        if (response.status() === 404) missing.push(response.url());
      });
      await window.signIn('ada@acme.test', PASSWORD);
    },
    ABLE_MODELS,
  );

  const log = () => window.page.getByRole('log');
  const say = async (text: string): Promise<void> => {
    await window.page.getByLabel('Message').fill(text);
    await window.button('Send').click();
  };
  /** The call that an act makes. */
  const sent = async (act: () => Promise<void>): Promise<Request> => {
    const [request] = await Promise.all([
      window.page.waitForRequest(`${service.baseUrl}/v1/chat/completions`),
      act(),
    ]);
    return request;
  };

  it('D-CONS-5 streams a reply through the public API as the person, and its record says so', async () => {
    await window.goto('/playground');
    const request = await sent(() => say('Hello <b>there</b>'));
    expect(request.postDataJSON()).toEqual({
      model: 'Svc Standard',
      messages: [{ role: 'user', content: 'Hello <b>there</b>' }],
      stream: true,
    });
    expect((await request.allHeaders())['cookie']).toBeUndefined();
    await log().getByText('You said: “Hello <b>there</b>”').waitFor();
    await log()
      .getByText(/tokens of the plan/)
      .waitFor();
    expect(await log().textContent()).toMatch(
      /Input\d+ tokensOutput\d+ tokensFirst token[\d.]+ m?s\w*Duration/,
    );
    expect(await window.violations()).toEqual([]);
    const token = (await request.headerValue('authorization'))!.slice('Bearer '.length);
    const kept = await window.page.evaluate(
      () =>
        document.documentElement.outerHTML +
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toContain(token);
    await log().getByRole('link', { name: 'View details' }).click();
    await window.page.getByText('None (signed in)').waitFor();
    await window.page.getByText('Completed').waitFor();
    expect(await window.page.getByText('there').count()).toBe(0);
  });

  it('D-CONS-5 goes on with what was said, under the instructions', async () => {
    await window.goto('/playground');
    await window.page.getByLabel('System instructions').fill("Be kind, it's free.");
    await say('First');
    await log().getByText('You said: “First”').waitFor();
    await window.button('Send').waitFor();
    await window.page.getByLabel('Message').fill('Second');
    const { messages } = (
      await sent(() => window.page.getByLabel('Message').press('Enter'))
    ).postDataJSON() as {
      messages: { role: string; content: string }[];
    };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    await log().getByText('You said: “Second”').waitFor();
  });

  it('D-CONS-5 says what the API refused in its own words, and the next message goes without it', async () => {
    const broken = { messages: [] };
    await window.page.route('**/v1/chat/completions', (route) =>
      route.continue({ postData: JSON.stringify(broken) }),
    );
    const { error } = (await (await service.post('/v1/chat/completions', MAIN_KEY, broken)).json()) as {
      error: Record<string, string>;
    };
    await window.goto('/playground');
    await say('Refused');
    const alert = window.page.getByRole('alert');
    await alert.getByText(error['message']!).waitFor();
    await alert.getByText(error['code']!, { exact: true }).waitFor();
    expect(await alert.getByRole('link').textContent()).toMatch(/^req_/);
    expect(await window.violations()).toEqual([]);
    await window.unroute();
    await window.button('Send again').click();
    await log().getByText('You said: “Refused”').waitFor();
    expect(await alert.count()).toBe(0);
  });

  it('D-CONS-5 keeps what was written of a reply that breaks off, and says that and what it took', async () => {
    await window.goto('/playground');
    await say('[[sandbox: long=40]] [[sandbox: fail=cut]]');
    await window.page.getByRole('alert').getByText('The call failed').waitFor();
    expect(await log().textContent()).toMatch(/(\w+ ){10}/);
    await log()
      .getByText(/tokens of the plan/)
      .waitFor();
  });

  it('stops a reply, keeps what was written, and looks up what it took', async () => {
    await window.goto('/playground');
    await say('[[sandbox: long=2000]] [[sandbox: delay=100]]');
    await log()
      .getByText(/(\w+ ){5}/)
      .last()
      .waitFor();
    await window.button('Stop').click();
    await log().getByText('You stopped this reply').waitFor();
    expect(await window.page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await log()
      .getByText(/tokens of the plan/)
      .last()
      .waitFor();
    await log().getByRole('link', { name: 'View details' }).click();
    await window.page.getByText('200 Canceled by caller').first().waitFor();
  });

  it('D-CONS-5 sends the numbers that its fields show, and says which of them do not fit', async () => {
    await window.goto('/playground');
    const { page } = window;
    await page.getByLabel('Temperature').fill('3');
    await page.getByText('Enter a number from 0 to 2.').waitFor();
    await page.getByLabel('Top P').fill('0');
    await page.getByText('Enter a number from 0.01 to 1.').waitFor();
    await page.getByLabel('Top P').fill('');
    await page.getByLabel('Seed').fill('7.5');
    await page.getByText('Enter a whole number of at least 0.').waitFor();
    const request = await sent(() => say('Hi'));
    expect(request.postDataJSON()).toMatchObject({ temperature: 3, seed: 7.5 });
    await log().getByText('temperature').waitFor();
    await page.getByLabel('Seed').fill('7');
    await page.getByText('Enter a whole number').waitFor({ state: 'detached' });
    expect(window.wrongs.filter((wrong) => !wrong.includes('400'))).toEqual([]);
  });

  it('D-CONS-5 sends the settings that the model takes, and shows formatted what is hostile', async () => {
    await window.goto('/playground');
    const { page } = window;
    await page.getByLabel('Maximum tokens per reply').fill('300');
    await page.getByLabel('Temperature').fill('0.3');
    await page.getByLabel('Seed').fill('7');
    await page.getByLabel('Stop sequences').fill('NEVER');
    await page.getByLabel('Reasoning').selectOption('Low');
    const hostile = [
      '# Heading',
      '<img src=x onerror=alert(1)><script>alert(2)</script>',
      '![spy](https://evil.test/p.png) [run](javascript:alert(3)) [web](https://web.test/)',
      '```js\nconst a = "b";\n```',
    ].join('\n\n');
    const request = await sent(() => say(`[[sandbox: say=${hostile}]]`));
    expect(request.postDataJSON()).toMatchObject({
      max_tokens: 300,
      temperature: 0.3,
      seed: 7,
      stop: ['NEVER'],
      reasoning: { effort: 'low' },
    });
    expect(request.headers()['svc-beta']).toContain('chat-extensions-2026-12-01');
    await log().locator('.hljs-keyword').waitFor();
    expect(await log().locator('img, script, h1').count()).toBe(0);
    const links = await log()
      .locator('a[target=_blank]')
      .evaluateAll((found) => found.map((link) => `${link.textContent} ${link.getAttribute('href')}`));
    expect(links).toEqual(['Image: spy https://evil.test/p.png', 'web https://web.test/']);
    await log().getByText('Reasoning', { exact: true }).click();
    expect(await log().locator('details').getAttribute('open')).not.toBeNull();
    expect(await window.violations()).toEqual([]);
  });

  it('D-CONS-5 waits for the result of a function that the model calls, by the keyboard alone', async () => {
    await window.goto('/playground');
    const { page } = window;
    await window.button('Define a function').press('Enter');
    await page.keyboard.type('get_weather');
    await window.dialog.getByLabel('Parameters').fill('[]');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await window.dialog.getByText('This is not a JSON object.').waitFor();
    await window.dialog
      .getByLabel('Parameters')
      .fill('{"type":"object","properties":{"city":{"type":"string"}}}');
    await window.button('Save').press('Enter');
    await page.getByLabel('Message').fill('[[sandbox: tool=get_weather]]');
    await page.keyboard.press('Enter');
    await log().getByText('Called get_weather').waitFor();
    expect(await window.violations()).toEqual([]);
    await page.getByLabel('Message').fill('Something else');
    expect(await window.button('Send').isDisabled()).toBe(true);
    await page.getByLabel('Result of get_weather').fill('12 degrees');
    const request = await sent(() => window.button('Send results').press('Enter'));
    const { messages } = request.postDataJSON() as { messages: { role: string; content: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[2]).toMatchObject({ content: '12 degrees' });
    await window.button('Start over').waitFor();
    await expect.poll(() => window.button('Send').isDisabled()).toBe(false);
  });

  it('uploads a file from the dialog and asks about it', async () => {
    await window.goto('/playground');
    await window.button('Attach a file').click();
    await window.dialog.getByLabel('Upload a file').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Remember the milk.'),
    });
    await window.button('Remove notes.txt').waitFor();
    const request = await sent(() => say('What is it?'));
    const { messages } = request.postDataJSON() as { messages: { content: { type: string }[] }[] };
    expect(messages[0]?.content.map(({ type }) => type)).toEqual(['file', 'text']);
    await log().getByText('notes.txt').first().waitFor();
  });

  it('opens with the model of the page Models, which says what has no price', async () => {
    const { page } = window;
    await window.goto('/models?can=reasoning');
    await page.getByRole('link', { name: 'Svc Standard', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Svc Plain', exact: true }).count()).toBe(0);
    await page.getByLabel('Can').selectOption('Anything');
    await page.getByText('No price set').waitFor();
    await page.getByLabel('Search').fill('text ONLY');
    await expect.poll(() => page.getByRole('link', { name: 'Svc Standard', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Svc Plain', exact: true }).click();
    await page.getByText('The operator has not set a price').waitFor();
    await page.getByText('/compat/anthropic/v1/messages').waitFor();
    expect(await window.violations()).toEqual([]);
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByLabel('Message', { exact: true }).waitFor();
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('Svc Plain');
    // Only what the model takes.
    expect(await page.getByLabel('Temperature').count()).toBe(0);
    expect(await page.getByLabel('Reasoning').count()).toBe(0);
  });

  it('D-CONS-3 says that there is nowhere to call, to somebody who is in no workspace', async () => {
    const developer = await open();
    await developer.signIn('dev@acme.test', PASSWORD);
    await developer.goto('/playground');
    await developer.page.getByText('No workspace to call in').waitFor();
    expect(await developer.violations()).toEqual([]);
    expect(developer.wrongs).toEqual([]);
    await developer.close();
  });

  it('breaks no rule of the policy and asks nobody else', () => {
    expect(window.wrongs).toEqual([]);
  });

  it('looks for the record of a call without being answered 404', () => {
    expect(missing).toEqual([]);
  });
});
