import { isCount, type EngineEvent, type EngineFault, type EngineSink } from '../events.ts';
import type { CitableSource, Citation } from '../turns.ts';
import { MARK, MARK_BEGINNING, readMark } from './passage-marks.ts';
import { PassageQuoter } from './quote-passages.ts';

/**
 * Punctuation after a mark that belongs to the text before it. A single character, so that the engine's cuts
 * make no difference.
 */
const CLOSING = /^[.,;:!?。，！？]/;

const WORD = /^[\p{L}\p{N}]/u;
/** Whitespace held back after a mark, because another mark may follow. */
const MAX_SPACE = 8;

/** Pending citations by what they name: repeating a mark at one place adds nothing. */
interface Waiting {
  readonly citations: Map<string, Citation>;
  /** Whitespace preceded the mark. */
  readonly spaced: boolean;
  /** Whitespace after it so far. */
  space: string;
}

/**
 * Turns marks in a reply into citations, wherever the engine cut its chunks. Text in the form of a mark is
 * never shown; a mark for something that does not exist is dropped. Holds back at most the possible start of
 * a mark, and a citation until it is known whether a full stop follows it.
 */
export class CitationFilter implements EngineSink {
  readonly #sink: EngineSink;
  readonly #quoters: readonly PassageQuoter[];
  #held = '';
  #waiting: Waiting | undefined;
  /** The current text contains something a citation can support. */
  #spoke = false;
  #over = false;

  constructor(sources: readonly CitableSource[], sink: EngineSink) {
    this.#sink = sink;
    this.#quoters = sources.map((source) => new PassageQuoter(source));
  }

  event(event: EngineEvent): void {
    if (event.type === 'text' && !event.refuses) return this.#text(event.text);
    if (!isCount(event)) this.#release();
    if (event.type === 'reasoning' || event.type === 'tool_call_start') this.#spoke = false;
    if (!this.#over) this.#sink.event(event);
  }

  flush(): boolean {
    return this.#sink.flush();
  }

  /** A later filter may end the reply in the middle of a chunk: the rest is then not emitted. */
  end(): void {
    this.#release();
    this.#over = true;
    this.#sink.end();
  }

  fail(fault: EngineFault): void {
    this.#release();
    this.#over = true;
    this.#sink.fail(fault);
  }

  #text(chunk: string): void {
    // Most chunks contain no marks.
    if (this.#held === '' && !this.#waiting && !chunk.includes('[') && !chunk.endsWith(' '))
      return this.#say(chunk);
    const text = this.#held + chunk;
    this.#held = '';
    let rest = 0;
    for (const mark of text.matchAll(MARK)) {
      this.#pass(text.slice(rest, mark.index));
      this.#mark(mark[1]!, mark[0].startsWith(' '));
      rest = mark.index + mark[0].length;
    }
    const open = MARK_BEGINNING.exec(rest === 0 ? text : text.slice(rest))!;
    this.#pass(text.slice(rest, rest + open.index));
    this.#held = open[0];
  }

  #mark(body: string, spaced: boolean): void {
    this.#waiting ??= { citations: new Map(), spaced, space: '' };
    this.#waiting.space = '';
    // There is no text that it could support.
    if (!this.#spoke) return;
    for (const range of readMark(body)) {
      const citation = this.#quoters[range.source]?.quote(range);
      if (citation) this.#waiting.citations.set(`${range.source}.${range.first}-${range.last}`, citation);
    }
  }

  /** Emits a text without marks, after what is pending. */
  #pass(chunk: string): void {
    const waiting = this.#waiting;
    if (!waiting) return this.#say(chunk);
    const text = waiting.space + chunk;
    if (text.length <= MAX_SPACE && text.trim() === '') {
      waiting.space = text;
      return;
    }
    this.#waiting = undefined;
    const [closing = ''] = CLOSING.exec(text) ?? [];
    this.#say(closing);
    this.#cite(waiting);
    const rest = text.slice(closing.length);
    // The mark took the preceding whitespace with it, and a word needs it.
    this.#say(waiting.spaced && closing === '' && WORD.test(rest) ? ` ${rest}` : rest);
  }

  /** No more text follows here. Drops the whitespace after the last mark. */
  #release(): void {
    const held = this.#held;
    this.#held = '';
    this.#pass(held);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) this.#cite(waiting);
  }

  #cite({ citations }: Waiting): void {
    for (const citation of citations.values())
      if (!this.#over) this.#sink.event({ type: 'citation', citation });
  }

  #say(text: string): void {
    if (text === '' || this.#over) return;
    this.#spoke ||= text.trim() !== '';
    this.#sink.event({ type: 'text', text });
  }
}
