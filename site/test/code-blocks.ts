/** A block of code of a page, and what the comment in front of it says about it. */
export interface CodeBlock {
  /** Line of the page, from 1. */
  readonly line: number;
  readonly language: string;
  /** Name of the file that it is, behind the language. */
  readonly file: string | undefined;
  readonly code: string;
  readonly mark: BlockMark;
}

/**
 * In front of a block may stand, in a comment: `not run: REASON`, `tested in FILE`, `saved` for a file that another block starts,
 * `fails: STATUS` for a request that must be refused, `prints: LINE, LINE` for what it has printed when the page is at its end, or `like the answer above` for an answer whose fields the real one has.
 */
export type BlockMark =
  | { readonly kind: 'run' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'not run'; readonly reason: string }
  | { readonly kind: 'tested in'; readonly file: string }
  | { readonly kind: 'prints'; readonly lines: readonly string[] }
  | { readonly kind: 'fails'; readonly status: string }
  | { readonly kind: 'like' };

const FENCE =
  /^(?:<!-- (?<mark>[^\n]*?) -->\n)?(?<indent> *)```(?<info>[^\n]*)\n(?<code>[\s\S]*?)^\k<indent>```$/gm;
const MARK = /^(?<kind>not run|tested in|fails|prints):? (?<value>.+)$/;

export function codeBlocks(page: string): CodeBlock[] {
  return [...page.matchAll(FENCE)].map(({ index, groups }) => {
    const { mark, info = '', code = '' } = groups!;
    const [language = '', file] = info.trim().split(/\s+/);
    const line = page.slice(0, index).split('\n').length + (mark === undefined ? 0 : 1);
    return { line, language, file, code, mark: parseMark(mark) };
  });
}

function parseMark(text: string | undefined): BlockMark {
  if (text === undefined) return { kind: 'run' };
  if (text === 'saved') return { kind: 'saved' };
  const { kind, value = '' } = MARK.exec(text)?.groups ?? {};
  if (kind === 'not run') return { kind, reason: value };
  if (kind === 'prints') return { kind, lines: value.split(', ') };
  if (kind === 'fails') return { kind, status: value };
  if (kind === 'tested in') return { kind, file: value };
  if (text === 'like the answer above') return { kind: 'like' };
  throw new Error(`unknown mark of a block of code: ${text}`);
}
