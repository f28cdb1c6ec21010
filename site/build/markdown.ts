import hljs from 'highlight.js/lib/common';
import type MarkdownIt from 'markdown-it';
import { HOME, urlOf } from './contents.ts';

/** What stands below one heading of a page, as text. */
export interface Section {
  readonly level: number;
  readonly heading: string;
  readonly id: string;
  text: string;
}

type Token = ReturnType<MarkdownIt['parse']>[number];
interface PageEnvironment {
  readonly page: { readonly url: string; readonly inputPath: string };
}

/** Notes the sections of each page, by URL, and renders code, tables and links for the site. */
export function amendMarkdown(
  markdown: MarkdownIt,
  listed: ReadonlySet<string>,
  sections: Map<string, Section[]>,
): void {
  markdown.core.ruler.push('sections', ({ tokens, env }) => {
    sections.set(HOME + (env as PageEnvironment).page.url.slice(1), splitSections(tokens));
  });
  markdown.core.ruler.push('links', ({ tokens, env }) =>
    pointLinks(tokens, listed, (env as PageEnvironment).page.inputPath),
  );
  markdown.core.ruler.push('headers', ({ tokens }) => emptyHeaders(tokens));
  const { rules } = markdown.renderer;
  // Comments say how a block is tested.
  rules['html_block'] = (tokens, i) => tokens[i]!.content.replaceAll(/<!--[\s\S]*?-->\n?/g, '');
  rules['table_open'] = () => '<div class="wide" tabindex="0"><table>';
  rules['table_close'] = () => '</table></div>';
  rules['fence'] = (tokens, i) => renderCode(tokens[i]!.content, tokens[i]!.info);
}

/** A column without a name has no header: one without text would be read out as nothing. */
function emptyHeaders(tokens: readonly Token[]): void {
  for (const [i, token] of tokens.entries())
    if (token.type === 'th_open' && tokens[i + 1]?.content === '')
      for (const part of [token, tokens[i + 2]!]) part.tag = 'td';
}

/** The name of a file may follow the language: it is shown above the block. */
function renderCode(code: string, info: string): string {
  const [language = '', file] = info.trim().split(/\s+/);
  const html = hljs.getLanguage(language)
    ? hljs.highlight(code, { language }).value
    : code.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const caption = file ? `<figcaption>${file}</figcaption>` : '';
  return `<figure class="code">${caption}<pre tabindex="0"><code>${html}</code></pre></figure>\n`;
}

function splitSections(tokens: readonly Token[]): Section[] {
  const found: Section[] = [];
  const ids = new Map<string, number>();
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[i + 1]!);
      const id = uniqueId(heading, ids);
      token.attrSet('id', id);
      found.push({ level: Number(token.tag.slice(1)), heading, id, text: '' });
    } else if (token.type === 'inline' && tokens[i - 1]?.type !== 'heading_open') {
      const section = found.at(-1);
      if (section) section.text += `${textOf(token)} `;
    }
  });
  return found;
}

function textOf(inline: Token): string {
  return (inline.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** As git hosts make them, so that links work in both places. */
function uniqueId(heading: string, ids: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const used = ids.get(slug) ?? 0;
  ids.set(slug, used + 1);
  return used === 0 ? slug : `${slug}-${used}`;
}

/** Links to listed pages lead there. What else is in the repository is named: a reader of the site has no repository at hand. */
function pointLinks(tokens: readonly Token[], listed: ReadonlySet<string>, from: string): void {
  for (const inline of tokens.filter(({ type }) => type === 'inline')) {
    const children = inline.children ?? [];
    for (const [i, token] of children.entries()) {
      const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : '';
      if (href === '' || /^(?:#|https?:|mailto:|\/)/.test(href)) continue;
      const [target = '', anchor] = href.split('#');
      const path = new URL(target, new URL(from, 'file:///')).pathname.slice(1);
      const file = path.replace(/^docs\//, '');
      if (listed.has(file)) token.attrSet('href', urlOf(file) + (anchor ? `#${anchor}` : ''));
      else nameFile(children, i, path);
    }
  }
}

function nameFile(children: Token[], at: number, path: string): void {
  const close = children.findIndex(({ type }, i) => i > at && type === 'link_close');
  const [open, end] = [children[at]!, children[close]!];
  const isNamed = children
    .slice(at + 1, close)
    .some(({ content }) => path.endsWith(content.replaceAll('../', '')));
  Object.assign(open, { type: 'text', tag: '', nesting: 0, content: '' });
  Object.assign(end, {
    type: 'text',
    tag: '',
    nesting: 0,
    content: isNamed ? '' : ` (${path} in the repository)`,
  });
}
