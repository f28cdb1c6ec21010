/**
 * Shows a text that the page cuts off, a long name or address, whole beside the pointer. One listener for every page: where there is room
 * the text is not cut, and a `title` of its own would repeat what is on the screen. Screen readers read the whole text either way.
 */
export function nameCutTexts(): void {
  document.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (let at: Element | null = target; at; at = at.parentElement) {
      if (!(at instanceof HTMLElement) || getComputedStyle(at).textOverflow !== 'ellipsis') continue;
      if (at.closest('[title]') === null && at.scrollWidth > at.clientWidth) at.title = at.innerText;
      return;
    }
  });
}
