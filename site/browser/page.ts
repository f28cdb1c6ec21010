import { installCopyButtons, nameThisService } from './code.ts';
import { installSearch } from './search.ts';

const THEME = 'svc-theme';

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof type)) throw new Error(`The page has no #${id}.`);
  return found;
}

function installNavigation(): void {
  const button = element('open-navigation', HTMLButtonElement);
  const setOpen = (open: boolean): void => {
    button.ariaExpanded = String(open);
    document.body.classList.toggle('navigation-open', open);
  };
  button.addEventListener('click', () => setOpen(button.ariaExpanded !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.ariaExpanded !== 'true') return;
    setOpen(false);
    button.focus();
  });
}

function installTheme(): void {
  const select = element('theme', HTMLSelectElement);
  const root = document.documentElement;
  select.value = root.dataset['theme'] ?? 'system';
  select.addEventListener('change', () => {
    const isSystem = select.value === 'system';
    if (isSystem) delete root.dataset['theme'];
    else root.dataset['theme'] = select.value;
    try {
      if (isSystem) localStorage.removeItem(THEME);
      else localStorage.setItem(THEME, select.value);
    } catch {
      // Then it holds until the page is left.
    }
  });
}

installNavigation();
installTheme();
installCopyButtons();
void nameThisService();
installSearch(
  element('search', HTMLInputElement),
  element('found', HTMLElement),
  element('found-count', HTMLElement),
  element('found-list', HTMLElement),
);
