import {
  CITING_INSTRUCTION,
  markPassages,
  newWebSource,
  type CitableSource,
  type Conversation,
} from '#engine';
import type { ToolOutcome } from './server-tool.ts';

/**
 * Lets a reply cite what server tools fetched from the web (D-41): the pages' texts stand in the results in numbered
 * passages, and `sources` is what the next generation may cite, documents first. A reply that must have a form has no
 * place for marks, and results stay as they are.
 */
export class WebCitations {
  readonly sources: CitableSource[];
  readonly #off: boolean;

  constructor({ sources = [], responseFormat }: Pick<Conversation, 'sources' | 'responseFormat'>) {
    this.sources = [...sources];
    this.#off = responseFormat !== undefined;
  }

  /** The result of a call for the model. A page is numbered where its text is in the result, or else after it. */
  citeResult({ text, sources = [] }: ToolOutcome): string {
    if (this.#off) return text;
    const parts: string[] = [];
    let rest = text;
    const add = (before: string, passages: string): void =>
      void parts.push(before, before.endsWith('\n') ? '' : '\n', passages);
    for (const page of sources) {
      const source = newWebSource(page.url, page.title, page.text);
      if (source.passageEnds.length === 0) continue;
      const passages = markPassages(source, this.sources.push(source) - 1);
      const index = rest.indexOf(page.text);
      if (index < 0) {
        add(`${rest}\n\n${page.title ?? ''}\n${page.url}`, passages);
        rest = '';
      } else {
        add(rest.slice(0, index), passages);
        rest = rest.slice(index + page.text.length);
      }
    }
    return parts.length === 0 ? text : `${CITING_INSTRUCTION}\n\n${parts.join('')}${rest}`;
  }
}
