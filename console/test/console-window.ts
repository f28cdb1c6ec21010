import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { RunningConsole } from '../../server/test-kit/index.ts';

export type Scheme = 'light' | 'dark';

/**
 * Half as long as `axe.source`: it goes to the page through two processes, and is parsed in each document it checks. By itself it would
 * write down every element it looks at.
 */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};axe.configure({ noHtml: true })`;
/** So long something may take to show: a busy machine is no fault of a page's. */
const TIMEOUT_MS = 60_000;
/** What is on its way has a pulsing place, or that of what was asked before, which is pale. */
const LOADING = '.animate-pulse, :is(div, tbody):is(.opacity-50, .opacity-60)';

/** Only what is wrong is reported; no rule that runs needs the style sheets, which axe would otherwise read again each time. */
const REPORT = {
  reporter: 'no-passes',
  selectors: false,
  elementRef: true,
  preload: { assets: ['media'] },
};
/** Everything axe checks by itself, and the one rule of WCAG 2.2 AA that it leaves to whoever asks. */
const ALL_RULES = { rules: { 'target-size': { enabled: true } }, ...REPORT };
/** Nothing else depends on the scheme. */
const CONTRAST = { runOnly: { type: 'rule', values: ['color-contrast'] }, ...REPORT };

/** What a person needs to find it. */
const DESCRIPTIONS = `({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ element, any }) => id + ': ' + element.outerHTML.slice(0, 200) + ' ' + (any[0]?.message ?? '')))`;

/**
 * Runs in the page. False where there is no Console yet, and where a dialog is open, which would stay. To another page of the part where it
 * is, it goes by way of one that is nowhere: what both are drawn by would stay, with what was typed there.
 */
async function goAfresh(href: string): Promise<boolean> {
  const router = window.__TSR_ROUTER__;
  if (!router || document.querySelector('dialog[open]')) return false;
  // What was said on the page before would be taken for what this one says.
  for (const button of document.querySelectorAll<HTMLElement>('[aria-live] button')) button.click();
  const to = (page: string, replace: boolean) =>
    router.navigate({ href: page.replace(/^\/console/, ''), replace });
  const partOf = (path: string) => /^\/console(?:\/operator)?\/?[^/?]*/.exec(path)?.[0];
  const isOfSamePart = partOf(location.pathname) === partOf(href);
  if (isOfSamePart) await to('/no-such-page', false);
  const { queries } = router.options.context;
  queries.removeQueries({ type: 'inactive' });
  await queries.invalidateQueries();
  await to(href, isOfSamePart);
  return true;
}

/** Runs in the page, which asks itself: each question from here is one to three processes. A wait for frames would make it draw them. */
async function untilSettled({ loading, timeoutMs }: { loading: string; timeoutMs: number }): Promise<void> {
  const isSettled = () => document.querySelector(loading) === null;
  const hasHeading = () => {
    const [heading, ...others] = document.querySelectorAll('h1');
    return heading !== undefined && others.length === 0 && heading.checkVisibility();
  };
  const untilMs = performance.now() + timeoutMs;
  while (!hasHeading() || !isSettled()) {
    if (performance.now() > untilMs) throw new Error(`${location.href} has no heading, or is still loading`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Runs in the page. Of a new size of the window, style sheets know at once and scripts with the next frame: lists move columns below
 * others, charts measure their place. A busy machine draws that frame later than the next question of a test.
 */
async function untilDrawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** A browser of its own at the Console: cookies, storage, and a note of everything that should not happen. */
export class ConsoleWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Scripts that failed, what the policy refused, and requests to anybody else. */
  readonly wrongs: string[] = [];
  readonly #origin: string;

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    this.#origin = origin;
    page.on('pageerror', (error) => this.wrongs.push(String(error)));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.wrongs.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url()))
        this.wrongs.push(`asked ${request.url()}`);
    });
  }

  static async open(
    browser: Browser,
    service: Pick<RunningConsole, 'baseUrl'>,
    options: BrowserContextOptions = {},
  ): Promise<ConsoleWindow> {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'UTC',
      viewport: { width: 1280, height: 800 },
      // What moves is looked at when it stands.
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    return new ConsoleWindow(context, await context.newPage(), service.baseUrl);
  }

  /** Loads the Console at one of its pages and waits until that has its heading. */
  async load(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}/console${path}`);
    await this.page.locator('h1').waitFor();
  }

  /**
   * A page of the Console as if it were loaded, with nothing that was known before. Where the Console runs already, it forgets or reads
   * again what it knows: loading it takes ten times as long as another page of it.
   */
  async goto(path: string): Promise<void> {
    if (path.includes('#') || !(await this.page.evaluate(goAfresh, `/console${path}`))) await this.load(path);
    await this.page.locator('h1').waitFor();
  }

  /** The same without loading the Console again, as a link does it. */
  async move(path: string): Promise<void> {
    await this.page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
    await this.settled();
  }

  /** When all that a page loads is there, and its one heading. */
  settled(): Promise<void> {
    return this.page.evaluate(untilSettled, { loading: LOADING, timeoutMs: TIMEOUT_MS });
  }

  /** As the form does it, without the page it is on. */
  async signIn(email: string, password: string): Promise<void> {
    const response = await this.context.request.post(`${this.#origin}/console/api/auth/sign_in`, {
      headers: { origin: this.#origin },
      data: { email, password },
    });
    const { status } = (await response.json()) as { readonly status?: string };
    if (status !== 'signed_in')
      throw new Error(`Signing ${email} in answered ${response.status()} ${status}`);
    await this.load('/');
    await this.page.locator('nav').waitFor({ state: 'attached' });
  }

  async signInByForm(email: string, password: string): Promise<void> {
    await this.goto('/sign-in');
    await this.fillSignIn(email, password);
    await this.page.locator('nav').waitFor({ state: 'attached' });
  }

  async fillSignIn(email: string, password: string): Promise<void> {
    // Another email than the one before is asked about again.
    await this.page.getByLabel('Email').fill('');
    await this.page.getByLabel('Email').fill(email);
    await this.button('Continue').click();
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.button('Sign in').click();
  }

  /** From now on the browser has a device that makes passkeys and confirms them by itself. */
  async addAuthenticatorDevice(): Promise<void> {
    const devtools = await this.context.newCDPSession(this.page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  /** What a checker of accessibility finds wrong with the page as it stands, or with the dialog over it, light and dark. */
  async violations(): Promise<string[]> {
    return [...(await this.#check('light', ALL_RULES)), ...(await this.#check('dark', CONTRAST))];
  }

  /** The same in one scheme. */
  violationsIn(scheme: Scheme): Promise<string[]> {
    return this.#check(scheme, ALL_RULES);
  }

  async #check(colorScheme: Scheme, options: object): Promise<string[]> {
    if (!(await this.page.evaluate<boolean>(`'axe' in window`))) await this.page.evaluate(AXE);
    await this.page.emulateMedia({ colorScheme });
    const before = this.page.viewportSize();
    await this.#unfoldDialog();
    const place = `document.querySelector('dialog[open]') ?? document`;
    const violations = await this.page.evaluate<string[]>(
      `axe.run(${place}, ${JSON.stringify(options)}).then(${DESCRIPTIONS})`,
    );
    if (before) await this.page.setViewportSize(before);
    return violations.map((violation) => `${colorScheme}, ${violation}`);
  }

  /** What the buttons at the end of a long dialog cover until it is scrolled would count as too small to be pressed. */
  async #unfoldDialog(): Promise<void> {
    const size = this.page.viewportSize();
    const hidden = await this.page.evaluate(() => {
      const dialog = document.querySelector('dialog[open]');
      return dialog ? dialog.scrollHeight - dialog.clientHeight : 0;
    });
    if (size && hidden > 0) await this.page.setViewportSize({ ...size, height: size.height + hidden });
  }

  /** Whether the page is wider than the window, or what is in an open dialog wider than that. */
  async scrollsSideways(): Promise<boolean> {
    await this.page.evaluate(untilDrawn);
    return this.page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ),
    );
  }

  /** Times, amounts, states and headings that the page cuts off. A name that somebody chose may be cut: it is whole on hover. */
  async cutTexts(): Promise<string[]> {
    await this.page.evaluate(untilDrawn);
    return this.page.evaluate(() => {
      const never = 'time, .tabular-nums, [data-badge], th, dt, label, h1, h2, h3';
      return [...document.querySelectorAll('main *')]
        .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => element.matches(never) || element.querySelector(never) !== null)
        .map((element) => element.textContent);
    });
  }

  /**
   * Ends every `page.route` of a test. Requests whose handlers are still at work go to the service, and what those handlers do then fails
   * unnoticed: without this option it would fail the run, as "Route is already handled!".
   */
  async unroute(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  async close(): Promise<void> {
    if (!this.page.isClosed()) await this.unroute();
    await this.context.close();
  }
}
