import type { EngineEvent, EngineFault, EngineSink } from '../events.ts';
import type { CitableSource, Citation } from '../turns.ts';
import { MARK, MARK_BEGINNING, readMark } from './passage-marks.ts';
import { PassageQuoter } from './quote-passages.ts';

/** What may follow a mark and still belongs to the text before it. One character, so that cuts make no difference. */
const CLOSING = /^[.,;:!?。，！？]/;

const WORD = /^[\p{L}\p{N}]/u;
/** Characters of space that are kept back behind a mark, because another may follow. */
const MOST_SPACE = 8;

/** Citations on their way out, by what they name: a mark repeated at one place says nothing new. */
interface Waiting {
  readonly citations: Map<string, Citation>;
  /** There was a space before the mark. */
  readonly spaced: boolean;
  /** Space behind it so far. */
  space: string;
}

/**
 * Turns marks in a reply into citations, wherever the engine cut its pieces. What has the form of a mark is never shown; what
 * it names and does not exist is left out. Holds back at most what may be the start of a mark, and a citation until it is
 * known whether the full stop comes behind it.
 */
export class CitationFilter implements EngineSink {
  readonly #sink: EngineSink;
  readonly #quoters: readonly PassageQuoter[];
  #held = '';
  #waiting: Waiting | undefined;
  /** The open text says something that can be supported. */
  #spoke = false;
  #over = false;

  constructor(sources: readonly CitableSource[], sink: EngineSink) {
    this.#sink = sink;
    this.#quoters = sources.map((source) => new PassageQuoter(source));
  }

  event(event: EngineEvent): void {
    if (event.type === 'text') return this.#text(event.text);
    if (event.type !== 'usage') this.#release();
    if (event.type === 'reasoning' || event.type === 'tool_call_start') this.#spoke = false;
    if (!this.#over) this.#sink.event(event);
  }

  flush(): boolean {
    return this.#sink.flush();
  }

  /** A filter behind this one may end the reply in the middle of a piece: then nothing of the rest is said. */
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

  #text(piece: string): void {
    // Most pieces have nothing to do with marks.
    if (this.#held === '' && !this.#waiting && !piece.includes('[') && !piece.endsWith(' '))
      return this.#say(piece);
    const text = this.#held + piece;
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
    // Nothing was said that it could support.
    if (!this.#spoke) return;
    for (const range of readMark(body)) {
      const citation = this.#quoters[range.source]?.quote(range);
      if (citation) this.#waiting.citations.set(`${range.source}.${range.first}-${range.last}`, citation);
    }
  }

  /** Says a text that holds no mark, and with it what waits. */
  #pass(piece: string): void {
    const waiting = this.#waiting;
    if (!waiting) return this.#say(piece);
    const text = waiting.space + piece;
    if (text.length <= MOST_SPACE && text.trim() === '') {
      waiting.space = text;
      return;
    }
    this.#waiting = undefined;
    const [closing = ''] = CLOSING.exec(text) ?? [];
    this.#say(closing);
    this.#cite(waiting);
    const rest = text.slice(closing.length);
    // The mark has taken the space before it along, and a word needs it.
    this.#say(waiting.spaced && closing === '' && WORD.test(rest) ? ` ${rest}` : rest);
  }

  /** More text will not come, or not here. Space behind the last mark goes with it. */
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
