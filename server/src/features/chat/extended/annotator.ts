import type { Annotation } from '@svc/contract';
import type { Citation } from '#engine';

const isContinuation = (code: number): boolean => (code & 0xfc00) === 0xdc00;

/**
 * Makes annotations of citations (CHAT-88, D-34). What one supports is the text since the one before it, but not beyond the
 * line: models cite sentence by sentence, and say in nothing where a sentence they support begins. Citations at one place
 * support the same stretch. Counts in code points; one for each reply that may cite.
 */
export class Annotator {
  /** Of the whole content so far. */
  #length = 0;
  /** Of the text a citation would support: after its first space. */
  #start = 0;
  #blank = true;
  #cited: { readonly start_index: number; readonly end_index: number } | undefined;

  text(chunk: string): void {
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (isContinuation(code)) continue;
      if (code === 10) this.#blank = true;
      else if (this.#blank && chunk[at]!.trim() !== '') {
        this.#blank = false;
        this.#start = this.#length;
        this.#cited = undefined;
      }
      this.#length++;
    }
  }

  cite(citation: Citation): Annotation {
    this.#cited ??= { start_index: this.#start, end_index: this.#length };
    this.#blank = true;
    if (citation.type === 'web') {
      const { url, title } = citation;
      return { type: 'url_citation', url_citation: { url, title: title ?? url, ...this.#cited } };
    }
    const page = citation.type === 'pages' ? citation.start : null;
    const { fileId: file_id, documentTitle: filename, citedText: quote } = citation;
    return { type: 'file_citation', file_citation: { file_id, filename, quote, page, ...this.#cited } };
  }
}
