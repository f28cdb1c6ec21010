/** Elements rendered on their own lines. */
const BLOCKS: ReadonlySet<string> = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR
  HTML LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL`.split(/\s+/),
);
/** Elements after which a paragraph ends. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  `BLOCKQUOTE DL FIGURE H1 H2 H3 H4 H5 H6 OL P PRE SECTION TABLE UL`.split(' '),
);
/** Elements whose content is never shown as text. */
const UNREAD: ReadonlySet<string> = new Set(
  'AUDIO BUTTON CANVAS EMBED HEAD IFRAME INPUT MATH NOSCRIPT OBJECT OPTION SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA TITLE VIDEO'.split(
    ' ',
  ),
);
/** Elements that end where the next one begins. */
const LINES: ReadonlySet<string> = new Set(['BR', 'DD', 'DT', 'LI', 'TR']);
const TEXT = 3;
const ELEMENT = 1;

function opening(name: string): string {
  if (name === 'LI') return '\n- ';
  if (name === 'TD' || name === 'TH') return '\t';
  return BLOCKS.has(name) ? '\n' : '';
}

function closing(name: string): string {
  if (PARAGRAPHS.has(name)) return '\n\n';
  return BLOCKS.has(name) && !LINES.has(name) ? '\n' : '';
}

/**
 * The node that follows in document order after `node` and its content, and the separators of the elements
 * left on the way.
 */
function leave(node: Node, root: Node, parts: string[]): Node | null {
  for (let at: Node | null = node; at !== null && at !== root; at = at.parentNode) {
    if (at.nodeType === ELEMENT) parts.push(closing(at.nodeName.toUpperCase()));
    if (at.nextSibling) return at.nextSibling;
  }
  return null;
}

/**
 * An element's text as a reader sees it: blocks on their own lines, list items with a dash, cells separated
 * by tabs. `textContent` would join paragraphs. Uses a loop instead of recursion, because pages may be nested
 * arbitrarily deep.
 */
export function pageText(root: Node): string {
  const parts: string[] = [];
  let node: Node | null = root.firstChild;
  while (node !== null) {
    const name = node.nodeName.toUpperCase();
    if (node.nodeType === TEXT) parts.push((node.nodeValue ?? '').replaceAll(/\s+/g, ' '));
    const enter = node.nodeType === ELEMENT && !UNREAD.has(name);
    if (enter) parts.push(opening(name));
    node = enter && node.firstChild ? node.firstChild : leave(node, root, parts);
  }
  return parts
    .join('')
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replaceAll(/ *\t */g, '\t')
        .replaceAll(/ {2,}/g, ' '),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();
}
