import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { RunningConsole } from '../running-console.ts';

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
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
      if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) this.wrongs.push(`asked ${request.url()}`);
    });
  }

  static async open(browser: Browser, service: RunningConsole, options: BrowserContextOptions = {}): Promise<ConsoleWindow> {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(15_000);
    return new ConsoleWindow(context, await context.newPage(), service.baseUrl);
  }

  /** Goes to a page of the Console and waits until it has its heading. */
  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}/console${path}`);
    await this.page.locator('h1').waitFor();
  }

  /** When all that a page loads is there: what is on its way has a pulsing place. */
  async settled(): Promise<void> {
    await this.page.waitForFunction(() => document.querySelector('.animate-pulse') === null);
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.goto('/sign-in');
    await this.fillSignIn(email, password);
    await this.page.locator('nav').waitFor({ state: 'attached' });
  }

  async fillSignIn(email: string, password: string): Promise<void> {
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.button('Sign in').click();
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  /** What a checker of accessibility finds wrong with the page as it stands. */
  async violations(): Promise<string[]> {
    const { violations } = await this.page.evaluate<AxeResult>(`(async () => { ${axe.source}; return axe.run(); })()`);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }

  /** Whether the page is wider than the window. */
  scrollsSideways(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
