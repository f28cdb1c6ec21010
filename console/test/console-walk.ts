import { CONSOLE_OPERATIONS, MIRRORED_OPERATIONS, type ConsoleOperation, type Me } from '@svc/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConsoleWindow } from './console-window.ts';
import {
  buttonsOf,
  dialogTitle,
  dismissToasts,
  focusButton,
  isFocusInDialog,
  isFocused,
  isItemFocused,
  isRouterIdle,
  linksOf,
  menuItems,
  opensMenu,
  sendForms,
  untilChanged,
  watchChanges,
} from './page-probes.ts';

const OPERATIONS: readonly ConsoleOperation[] = [...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS];
const API = '/console/api';
/** So long something may take to show: a busy machine is no fault of a button's. */
const NOTICED_MS = 15_000;
const TIMEOUT_MS = 60_000;
/** Pages to begin at. The second is only in the menu of the account. */
const BEGINNINGS = ['/', '/profile'];
/** What every change is answered: so the walk leaves everything as it is, and each dialog shows how it says that something failed. */
const REFUSAL = {
  error: {
    type: 'api_error',
    code: 'internal_error',
    message: 'The walk changes nothing.',
    param: null,
    request_id: 'req_walk',
  },
};

type LookAtDialog = (title: string) => Promise<void>;

/**
 * A person at the keyboard who opens every page they are shown a way to, presses every button once and sends every form as it is.
 * Of pages that differ in an id one is walked, and of the rows of a list one stands for all.
 */
export class ConsoleWalk {
  /** Titles of the dialogs that opened. */
  readonly dialogs = new Set<string>();
  /** What should not be: buttons that do nothing, dialogs that do not give the focus back, what the person's role refuses. */
  readonly faults: string[] = [];
  readonly #window: ConsoleWindow;
  readonly #lookAtDialog: LookAtDialog;
  readonly #waiting: string[];
  readonly #seen = new Set<string>();

  /** `first`: pages to walk before others of their kind. */
  constructor(
    window: ConsoleWindow,
    lookAtDialog: LookAtDialog = () => Promise.resolve(),
    first: readonly string[] = [],
  ) {
    this.#window = window;
    this.#waiting = [...first, ...BEGINNINGS];
    this.#lookAtDialog = lookAtDialog;
  }

  /** Walks until no new page is found. Answers the pages, with `*` for ids. */
  async everywhere(): Promise<string[]> {
    await this.#watch();
    await this.#window.goto('/');
    for (let path = this.#waiting.shift(); path !== undefined; path = this.#waiting.shift()) {
      const kind = kindOf(path);
      if (this.#seen.has(kind)) continue;
      this.#seen.add(kind);
      await this.#window.move(path);
      this.#waiting.push(...(await this.#page.evaluate(linksOf)));
      const names = await this.#page.evaluate(buttonsOf);
      await this.#page.evaluate(sendForms, 'main');
      for (const name of names) await this.#press(name, path);
      await this.#backTo(path);
    }
    return [...this.#seen].toSorted();
  }

  get #page() {
    return this.#window.page;
  }

  /** Whatever is asked of the service must be what the role allows. Changes are judged by the table of permissions and not made. */
  async #watch(): Promise<void> {
    const { permissions } = await this.#page.evaluate<Me>(
      `fetch('${API}/me').then((answer) => answer.json())`,
    );
    this.#page.on('response', (response) => {
      if (response.status() === 403) this.faults.push(`403 ${response.request().method()} ${response.url()}`);
    });
    await this.#page.route(`**${API}/**`, async (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      // A preview is a read with a body.
      if (request.method() === 'GET' || pathname.endsWith('/role_preview')) return route.fallback();
      const operation = operationOf(request.method(), pathname);
      const permission = operation?.permission ?? 'signed_in';
      if (permission !== 'signed_in' && permissions[permission] === undefined)
        this.faults.push(`offered ${operation?.id}`);
      return route.fulfill({ status: 500, json: REFUSAL });
    });
  }

  async #press(name: string, path: string): Promise<void> {
    await this.#backTo(path);
    if (!(await this.#isNoticed(name))) this.faults.push(`${path}: “${name}” does nothing`);
    // What menus are made of is loaded with the first one.
    if (await this.#page.evaluate(opensMenu, name)) await this.#page.getByRole('menu').waitFor();
    const items = await this.#page.evaluate(menuItems);
    if (items === 0) return this.#useDialog(name, path);
    await this.#page.keyboard.press('Escape');
    await this.#menuIsClosed();
    for (let item = 0; item < items; item++) {
      await this.#page.evaluate(dismissToasts);
      // The menu gives the focus back a turn after it is gone, and would close one that was opened meanwhile.
      await this.#until(isFocused, name);
      await this.#isNoticed(name);
      await this.#chooseItem(item);
      await this.#menuIsClosed();
      // Either it opens a dialog or what it did is said.
      await this.#page.locator('dialog[open], [aria-live] p').first().waitFor();
      await this.#useDialog(name, path);
    }
  }

  /** By the keyboard, as a menu that is drawn again loses its elements and not its focus. That moves a turn after the key. */
  async #chooseItem(item: number): Promise<void> {
    for (let step = 0; step <= item; step++) {
      if (step > 0) await this.#page.keyboard.press('ArrowDown');
      await this.#until(isItemFocused, step);
    }
    await this.#page.keyboard.press('Enter');
  }

  /** `waitForFunction` is no use: it evaluates a text, which the Console's policy forbids. */
  async #becomes<Asked>(
    check: (asked: Asked) => boolean,
    asked: Asked,
    timeoutMs = TIMEOUT_MS,
  ): Promise<boolean> {
    const untilMs = Date.now() + timeoutMs;
    while (!(await this.#page.evaluate(check as (asked: unknown) => boolean, asked))) {
      if (Date.now() > untilMs) return false;
      await delay(20);
    }
    return true;
  }

  async #until<Asked>(check: (asked: Asked) => boolean, asked: Asked): Promise<void> {
    if (!(await this.#becomes(check, asked)))
      throw new Error(`not so after ${TIMEOUT_MS} ms: ${check.name} ${String(asked)}`);
  }

  #menuIsClosed(): Promise<void> {
    return this.#page.getByRole('menu').waitFor({ state: 'detached' });
  }

  /** The page as it was, if a button or a form led on; where it led is walked later. */
  async #backTo(path: string): Promise<void> {
    await this.#until(isRouterIdle, undefined);
    const { pathname, search } = new URL(this.#page.url());
    const shown = pathname.replace('/console', '') + search;
    if (shown === path) return;
    this.#waiting.push(shown);
    await this.#window.move(path);
  }

  /** If one is open. */
  async #useDialog(opener: string, path: string): Promise<void> {
    const title = await this.#page.evaluate(dialogTitle);
    if (title === undefined) return;
    this.dialogs.add(title);
    if (!(await this.#becomes(isFocusInDialog, undefined, NOTICED_MS)))
      this.faults.push(`${path}: the focus is not in “${title}”`);
    await this.#sendForms(title);
    await this.#lookAtDialog(title);
    await this.#page.keyboard.press('Escape');
    await this.#page.locator('dialog').waitFor({ state: 'detached' });
    if (await this.#becomes(isFocused, opener, NOTICED_MS)) return;
    this.faults.push(`${path}: “${title}” does not give the focus back to “${opener}”`);
    // One fault ends no walk. `lookAtDialog` may also have changed the width, which replaces the opener's row.
    await this.#page.evaluate(focusButton, opener);
  }

  /** A form that leads to the next step of its dialog is followed there. */
  async #sendForms(title: string): Promise<void> {
    if ((await this.#page.evaluate(sendForms, 'dialog')) === 0) return;
    const next = `dialog:not(:has-text(${JSON.stringify(title)}))`;
    await this.#page.locator(`dialog [role=alert], ${next}`).first().waitFor();
    const shown = await this.#page.evaluate(dialogTitle);
    if (shown === undefined || shown === title) return;
    this.dialogs.add(shown);
    await this.#sendForms(shown);
  }

  /** Presses a button by the keyboard. Whether the page changes or a file is saved. */
  async #isNoticed(name: string): Promise<boolean> {
    const saved = this.#page.waitForEvent('download', { timeout: NOTICED_MS }).then(
      () => true,
      () => false,
    );
    await this.#page.evaluate(watchChanges);
    await this.#page.evaluate(focusButton, name);
    await this.#page.keyboard.press('Enter');
    const changed = this.#page.evaluate(untilChanged, NOTICED_MS);
    return Promise.race([changed.then((is) => is || saved), saved.then((is) => is || changed)]);
  }
}

/** What chooses what a page shows. All else in an address narrows or orders a list, or names one of several things of a kind. */
const CHOICES = new Set(['tab', 'show', 'template']);

function kindOf(path: string): string {
  const [page = '', search] = path.split('?');
  const choices = [...new URLSearchParams(search)].filter(([name]) => CHOICES.has(name));
  const kind = page
    .replace(/^\/models\/.+/, '/models/*')
    .replaceAll(/\b(?:agent|apikey|wrkspc|batch|req|sso|user|whk|tnl|tcert)_\w+/g, '*');
  return choices.length === 0 ? kind : `${kind}?${new URLSearchParams(choices).toString()}`;
}

function operationOf(method: string, path: string): ConsoleOperation | undefined {
  return OPERATIONS.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}
