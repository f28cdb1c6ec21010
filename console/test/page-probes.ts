/** Questions and actions of the walk over the Console. Each runs in the page, alone: it may use nothing of this file. */

export function linksOf(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('nav a, main a')]
    .map(({ href }) => new URL(href))
    .filter(({ pathname }) => pathname.startsWith('/console/'))
    .map(({ pathname, search }) => pathname.replace('/console', '') + search);
}

/** What each is called. Of a column one button stands for all. */
export function buttonsOf(): string[] {
  const found = new Map<string, string>();
  const pressable = 'main button:not([type=submit], [aria-pressed=true], [aria-selected=true], :disabled)';
  for (const button of document.querySelectorAll<HTMLButtonElement>(pressable)) {
    const name = button.ariaLabel ?? button.textContent;
    const kind = `${button.closest('td')?.cellIndex ?? name}`;
    if (button.checkVisibility() && !found.has(kind)) found.set(kind, name);
  }
  return [...found.values()];
}

export function focusButton(name: string): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
  buttons
    .find((button) => (button.ariaLabel ?? button.textContent) === name && button.checkVisibility())
    ?.focus();
}

export function isFocused(name: string): boolean {
  return (document.activeElement?.ariaLabel ?? document.activeElement?.textContent) === name;
}

export function opensMenu(name: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button[aria-haspopup=menu]')];
  return buttons.some(
    (button) => (button.ariaLabel ?? button.textContent) === name && button.checkVisibility(),
  );
}

export function isFocusInDialog(): boolean {
  return document.querySelector('dialog')?.contains(document.activeElement) ?? false;
}

export function menuItems(): number {
  return document.querySelectorAll('[role=menuitem]').length;
}

export function isItemFocused(place: number): boolean {
  return (
    document.activeElement !== null &&
    document.activeElement === [...document.querySelectorAll('[role=menuitem]')][place]
  );
}

export function isRouterIdle(): boolean {
  return window.__TSR_ROUTER__?.state.status === 'idle';
}

export function dismissToasts(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[aria-live] button')) button.click();
}

export function dialogTitle(): string | undefined {
  return document.querySelector('dialog[open] h2')?.textContent;
}

/** Sends every form there as it is, whatever its fields would say. Answers how many. */
export function sendForms(place: string): number {
  const forms = [...document.querySelectorAll<HTMLFormElement>(`${place} form`)];
  for (const form of forms) {
    form.noValidate = true;
    form.requestSubmit();
  }
  return forms.length;
}

declare global {
  interface Window {
    /** Resolves with the next change of the page. */
    changed: Promise<boolean>;
    /** The router's own, which it names so. */
    __TSR_ROUTER__?: {
      readonly state: { readonly status: string };
      readonly options: {
        readonly context: {
          readonly queries: {
            removeQueries(filter: { readonly type: 'inactive' }): void;
            invalidateQueries(): Promise<void>;
          };
        };
      };
      navigate(to: { readonly href: string; readonly replace?: boolean }): Promise<void>;
    };
  }
}

export function watchChanges(): void {
  window.changed = new Promise((resolve) => {
    new MutationObserver(() => resolve(true)).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
}

export function untilChanged(mostMs: number): Promise<boolean> {
  return Promise.race([
    window.changed,
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), mostMs)),
  ]);
}
