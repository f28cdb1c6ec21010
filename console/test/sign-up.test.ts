import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  Authenticator,
  openMailSink,
  type MailSink,
  type RunningConsole,
} from '../../server/test-kit/index.ts';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

const PASSWORD = 'seven plain green umbrellas';
const OPEN = { mode: 'open', plan: 'pro', credits_usd: '5' };
const LOOKS = [
  [1440, 'light'],
  [360, 'dark'],
] as const;
const sink: MailSink = await openMailSink();

describe('sign-up', () => {
  let service: RunningConsole;
  let open: OpenWindow;

  withConsole(
    ACME,
    (running, openWindow) => {
      [service, open] = [running, openWindow];
    },
    { signup: OPEN },
    { SMTP_URL: sink.url },
  );
  afterAll(() => sink.close());

  async function set(signup: object | undefined): Promise<void> {
    const path = join(service.dataDir, 'svc.yaml');
    const { signup: _, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify(signup ? { ...rest, signup } : rest));
    await service.reload();
  }

  /** The path in the Console of the link in the newest mail. */
  async function mailedPath(): Promise<string> {
    await service.advance(1);
    return /\/console(\/sign-up\/link#\S+)/.exec(sink.mails.at(-1)?.text ?? '')?.[1] ?? 'no link';
  }

  /** What is wrong with the page as it stands, wide and light, narrow and dark. */
  async function looksOf(window: ConsoleWindow): Promise<string[]> {
    const wrong: string[] = [];
    for (const [width, scheme] of LOOKS) {
      await window.page.setViewportSize({ width, height: 800 });
      wrong.push(...(await window.violationsIn(scheme)));
      if (await window.scrollsSideways()) wrong.push(`wider than ${width}`);
    }
    return [...wrong, ...window.wrongs];
  }

  async function ask(window: ConsoleWindow, email: string, organization: string): Promise<void> {
    await window.goto('/sign-in');
    await window.page.getByRole('link', { name: 'Sign up for an organization' }).click();
    // The page that is left has a field of the same name.
    await window.page.getByRole('heading', { name: 'Sign up' }).waitFor();
    await window.page.getByLabel('Email').fill(email);
    await window.page.getByLabel('Your name').fill('Nadia Newman');
    await window.page.getByLabel('Organization').fill(organization);
  }

  it('leads from the sign-in page over a mail into an organization of one’s own', async () => {
    const window = await open();
    const { page } = window;
    await ask(window, 'nadia@newco.example', 'Newco');
    expect(await looksOf(window)).toEqual([]);
    await window.button('Sign up').click();
    await page.getByText('We sent an email to nadia@newco.example').waitFor();
    expect(await looksOf(window)).toEqual([]);
    const path = await mailedPath();
    await window.goto(path);
    await page.getByRole('heading', { name: 'Welcome to Newco' }).waitFor();
    expect(page.url()).not.toContain('#');
    await page.getByLabel('Password', { exact: true }).fill('password1234');
    await window.button('Create the organization').click();
    await page.getByText('This password is easy to guess.').first().waitFor();
    expect(await looksOf(window)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await window.button('Create the organization').click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('Nadia Newman').first().waitFor();
    await page.getByText('Newco').first().waitFor();
    await window.goto('/billing');
    await page.getByText('$5.00').first().waitFor();
    const again = await open();
    await again.goto(path);
    await again.page.getByText('This link is not valid').waitFor();
    expect([...window.wrongs, ...again.wrongs]).toEqual([]);
    await again.close();
    await window.close();
  });

  it('asks the operators, who approve or refuse on a page of theirs', async () => {
    await set({ mode: 'approval', plan: 'pro' });
    const applicant = await open();
    for (const [name, organization] of [
      ['anna', 'Annas'],
      ['berta', '<img src=x onerror=taken=1>'],
    ]) {
      await ask(applicant, `${name}@newco.example`, organization!);
      await applicant.button('Sign up').click();
      await applicant.page.getByText(`We sent an email to ${name}@newco.example`).waitFor();
      await applicant.goto(await mailedPath());
      await applicant.button('Send the request').click();
      await applicant.page.getByText('Your request was sent.').waitFor();
    }
    expect(await looksOf(applicant)).toEqual([]);
    const window = await openOperator();
    const { page } = window;
    await page.getByRole('link', { name: 'Sign-ups' }).click();
    await page.getByText('anna@newco.example').waitFor();
    expect(await page.getByText('<img src=x onerror=taken=1>').count()).toBeGreaterThan(0);
    expect(await looksOf(window)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 800 });
    await window.button('Refuse berta@newco.example').click();
    await window.dialog.getByLabel('Reason').fill('We know nobody of this name.');
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('Sign-up refused.').waitFor();
    await window.button('Approve anna@newco.example').click();
    expect(await window.violations()).toEqual([]);
    await window.dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Sign-up approved.').waitFor();
    await page.getByText('Nobody is waiting').waitFor();
    const path = await mailedPath();
    await page.getByRole('tab', { name: 'Refused' }).click();
    await page.getByText('We know nobody of this name.').waitFor();
    expect(await looksOf(window)).toEqual([]);
    await applicant.goto(path);
    await applicant.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await applicant.button('Create the organization').click();
    await applicant.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('tab', { name: 'Completed' }).click();
    await page.getByRole('link', { name: 'Annas' }).click();
    await page.getByRole('heading', { level: 1, name: 'Annas' }).waitFor();
    expect(await page.evaluate('globalThis.taken')).toBeUndefined();
    await window.close();
    await applicant.close();
  });

  it('has no link, and says so on its page, while it is off', async () => {
    await set(undefined);
    const window = await open();
    await window.goto('/sign-in');
    await window.page.waitForLoadState('networkidle');
    expect(await window.page.getByRole('link', { name: 'Sign up for an organization' }).count()).toBe(0);
    for (const path of ['/sign-up', '/sign-up/link#join_0']) {
      await window.goto(path);
      await window.page.getByText('Nobody can sign up here.').waitFor();
    }
    expect(await looksOf(window)).toEqual([]);
    await window.close();
  });

  async function openOperator(): Promise<ConsoleWindow> {
    const window = await open();
    const { token } = await service.operator.addOperator({ email: 'otto@svc.test', role: 'operator' });
    await window.goto(`/operator/set-up#${token.reveal()}`);
    await window.page.getByLabel('Your name').fill('Otto');
    await window.page.getByLabel('Password', { exact: true }).fill('a password of operators');
    const key = await window.page.locator('code').innerText();
    const app = new Authenticator(`otpauth://totp/Svc?secret=${key}&period=30&digits=6&algorithm=SHA1`);
    await window.page.getByLabel('Code', { exact: true }).fill(app.code(service.nowMs()));
    await window.button('Finish set-up').click();
    await window.page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
    return window;
  }
});
