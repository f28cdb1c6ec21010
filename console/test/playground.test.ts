import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const run = promisify(execFile);
const SERVER = new URL('../../server', import.meta.url);

describe('the playground', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

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
  const code = async (tab: string): Promise<string> => {
    await window.page.getByRole('tab', { name: tab }).click();
    return (await window.page.getByRole('tabpanel').locator('code').textContent()) ?? '';
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

  it('D-CONS-5 goes on with what was said, under the instructions, and shows the same call in three forms that work', async () => {
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
    const env = { ...process.env, SVC_KEY: MAIN_KEY };
    const curl = await run('sh', ['-c', `${await code('curl')} -s`], { env });
    expect(curl.stdout).toContain('data: [DONE]');
    for (const tab of ['openai client', 'Svc client']) {
      const program = await code(tab);
      expect(program).toContain("it's free");
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
        env,
        cwd: SERVER,
      });
      expect([tab, stdout]).toEqual([tab, expect.stringContaining('You said: “Second”')]);
    }
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
    await window.page.unroute('**/v1/chat/completions');
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
    await window.page.getByText('200 Canceled').first().waitFor();
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
});
