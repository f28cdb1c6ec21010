import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { SEARCH_FIELDS, type SearchEntry } from '#search';

const MAX_SHOWN = 12;
let index: Promise<MiniSearch<SearchEntry>> | undefined;

/** The index is large and most readers do not search: it is loaded when somebody is about to. */
function loadIndex(): Promise<MiniSearch<SearchEntry>> {
  index ??= Promise.all([
    import('minisearch'),
    fetch('/docs/search.json').then((response) => response.text()),
  ]).then(([{ default: Index }, json]) => Index.loadJSON<SearchEntry>(json, SEARCH_FIELDS));
  return index;
}

export function installSearch(
  input: HTMLInputElement,
  found: HTMLElement,
  count: HTMLElement,
  list: HTMLElement,
): void {
  const close = (): void => {
    found.hidden = true;
  };
  const search = async (): Promise<void> => {
    const { value } = input;
    if (value.trim() === '') return close();
    const results = (await loadIndex()).search(value, { boostDocument: guidesFirst });
    // Somebody typed on while the index was on its way.
    if (value !== input.value) return;
    count.textContent = results.length === 1 ? '1 result' : `${results.length} results`;
    list.replaceChildren(...results.slice(0, MAX_SHOWN).map(toItem));
    found.hidden = false;
  };
  input.addEventListener('focus', () => void loadIndex());
  input.addEventListener('input', () => void search());
  const box = input.parentElement!;
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moveFocus([input, ...list.querySelectorAll('a')], event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && event.target === input) list.querySelector('a')?.click();
    else if (event.key === 'Escape') {
      close();
      input.focus();
    }
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!box.contains(relatedTarget as Node | null)) close();
  });
  document.addEventListener('keydown', (event) => {
    if (
      event.key !== '/' ||
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLTextAreaElement
    )
      return;
    event.preventDefault();
    input.focus();
  });
}

function moveFocus(stops: readonly HTMLElement[], step: number): void {
  const at = stops.indexOf(document.activeElement as HTMLElement) + step;
  stops[Math.min(Math.max(at, 0), stops.length - 1)]!.focus();
}

/** Operations repeat the words of their guides many times. */
const guidesFirst = (url: unknown): number => (String(url).includes('?operation=') ? 0.4 : 1);

function toItem({ id, page, heading }: SearchResult): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = String(id);
  const where = document.createElement('span');
  where.textContent = String(page);
  link.append(String(heading), where);
  item.append(link);
  return item;
}
