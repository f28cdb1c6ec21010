type Mending = readonly [selector: string, attributes: Readonly<Record<string, string>>];

/** What Swagger UI leaves out, or has under another name than the one that is shown. */
const MENDINGS: readonly Mending[] = [
  ['.information-container', { role: 'region', 'aria-label': 'About this API' }],
  ['.schemes-server-container', { role: 'region', 'aria-label': 'Server and key' }],
  ['.modal-ux', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Your key' }],
  ['.close-modal', { 'aria-label': 'Cancel' }],
  ['.authorize.modal-btn[type=submit]', { 'aria-label': 'Authorize' }],
  ['.auth-container input', { 'aria-label': 'Key', type: 'password', autocomplete: 'off' }],
  ['.servers select', { 'aria-label': 'Server' }],
  ['.body-param__text', { 'aria-label': 'Request body' }],
  ['.body-param-content-type select', { 'aria-label': 'Media type of the request' }],
  ['.responses-inner select', { 'aria-label': 'Media type of the response' }],
  ['.examples-select select', { 'aria-label': 'Example' }],
  ['pre, .table-container, .responses-inner', { tabindex: '0' }],
  ['h3', { 'aria-level': '2' }],
  ['h4, h5', { 'aria-level': '3' }],
];

/**
 * Swagger UI draws parts that nobody can name or reach by keyboard. What it draws is mended after each change: names for its
 * fields and parts, a place in the order of the Tab key for what scrolls, headings without gaps.
 */
export function installAccessibility(place: HTMLElement): void {
  const mend = (): void => {
    for (const [selector, attributes] of MENDINGS)
      for (const part of place.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributes)) setAttribute(part, name, value);
    for (const row of place.querySelectorAll('.parameters tr[data-param-name]'))
      for (const field of row.querySelectorAll('input, select, textarea'))
        setAttribute(field, 'aria-label', row.getAttribute('data-param-name')!);
  };
  new MutationObserver(mend).observe(place, { childList: true, subtree: true });
  mend();
}

/** Only when it differs: React must not be asked to draw for nothing. */
function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
