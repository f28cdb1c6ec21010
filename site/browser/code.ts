/** What examples on the pages call, as they are written in the repository. */
const WRITTEN = 'http://localhost:8080';
const SAID_MS = 2000;

/** Examples of a page that a service has call this service. In a copy of the site that lies elsewhere they stay as they are written. */
export async function nameThisService(): Promise<void> {
  if (location.origin === WRITTEN) return;
  const response = await fetch('/healthz', { method: 'HEAD' }).catch(() => undefined);
  if (!response?.ok) return;
  for (const code of document.querySelectorAll('article code')) {
    // In a sentence, an address without a path is the value of a setting and no example.
    const written = code.closest('pre') ? WRITTEN : `${WRITTEN}/`;
    replaceText(code, written, written.replace(WRITTEN, location.origin));
  }
}

function replaceText(element: Element, from: string, to: string): void {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.data.includes(from)) text.data = text.data.replaceAll(from, to);
  }
}

/** Blocks of code have a button that copies what is shown. Browsers have a clipboard for HTTPS and this machine only. */
export function installCopyButtons(): void {
  if (!isSecureContext) return;
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const said = document.createElement('span');
    said.className = 'unseen';
    said.role = 'status';
    button.addEventListener('click', () => void copy(figure, button, said));
    figure.append(button, said);
  }
}

async function copy(figure: Element, button: HTMLButtonElement, said: HTMLElement): Promise<void> {
  const text = figure.querySelector('code')?.textContent ?? '';
  const outcome = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not copied',
  );
  button.textContent = said.textContent = outcome;
  setTimeout(() => {
    button.textContent = 'Copy';
    said.textContent = '';
  }, SAID_MS);
}
