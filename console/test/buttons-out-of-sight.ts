import type { ConsoleWindow } from './console-window.ts';

const HEIGHTS = [900, 600];

/** Buttons at the end of the open dialog that somebody has to scroll to, at usual heights of a window. */
export async function buttonsOutOfSight({ page }: ConsoleWindow): Promise<string[]> {
  const before = page.viewportSize()!;
  const hidden: string[] = [];
  for (const height of HEIGHTS) {
    await page.setViewportSize({ ...before, height });
    hidden.push(...(await page.evaluate(hiddenButtons)).map((name) => `“${name}” at a height of ${height}`));
  }
  await page.setViewportSize(before);
  return hidden;
}

/** Runs in the page. */
function hiddenButtons(): string[] {
  const dialog = document.querySelector('dialog[open]');
  if (!dialog) return [];
  dialog.scrollTop = 0;
  const ends = [...dialog.querySelectorAll('button[type=submit]')].flatMap(({ parentElement }) => [
    ...(parentElement?.querySelectorAll('button') ?? []),
  ]);
  const isShown = (button: HTMLElement): boolean => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  // What is switched off takes no pointer, so that nothing is found there.
  return ends.filter((button) => !button.disabled && !isShown(button)).map((button) => button.textContent);
}
