import { isCount, type EngineEvent, type EngineFault, type EngineSink } from '../events.ts';
import { SequenceMatcher } from './sequence-matcher.ts';

/** A citation that waits for the text before it: that many held characters. */
interface HeldCitation {
  readonly at: number;
  readonly event: EngineEvent;
}

/**
 * Ends a reply before the first stop sequence in its text, wherever the engine cut its chunks. Engines are
 * not asked to: their common wire format reports that a sequence was met but not which one, and the caller
 * must know (MSG-44). Holds back text that may start a sequence until it is decided.
 */
export class StopSequenceFilter implements EngineSink {
  readonly #sink: EngineSink;
  readonly #matcher: SequenceMatcher;
  readonly #halt: () => void;
  #held = '';
  #citations: HeldCitation[] = [];

  /** `halt` stops the engine: later events are ignored. */
  constructor(sequences: readonly string[], sink: EngineSink, halt: () => void) {
    this.#sink = sink;
    this.#matcher = new SequenceMatcher(sequences);
    this.#halt = halt;
  }

  event(event: EngineEvent): void {
    if (event.type === 'text' && !event.refuses) return this.#text(event.text);
    if (event.type === 'citation') return this.#cite(event);
    // Reasoning and calls are not searched, and a sequence cannot continue past them.
    if (!isCount(event)) this.#release();
    this.#sink.event(event);
  }

  flush(): boolean {
    return this.#sink.flush();
  }

  end(): void {
    this.#release();
    this.#sink.end();
  }

  fail(fault: EngineFault): void {
    this.#release();
    this.#sink.fail(fault);
  }

  #text(chunk: string): void {
    const text = this.#held + chunk;
    const found = this.#matcher.feed(chunk);
    if (found) {
      this.#say(text, this.#held.length + found.end - found.sequence.length);
      this.#held = '';
      this.#citations = [];
      this.#sink.event({ type: 'stop', reason: 'stop_sequence', stopSequence: found.sequence });
      this.#halt();
      return;
    }
    const safe = text.length - this.#matcher.pending;
    this.#held = text.slice(safe);
    this.#say(text, safe);
  }

  /**
   * A citation splits the text into blocks that the caller reads as one: a sequence may continue after it.
   */
  #cite(event: EngineEvent): void {
    if (this.#held === '') this.#sink.event(event);
    else this.#citations.push({ at: this.#held.length, event });
  }

  #release(): void {
    const held = this.#held;
    this.#held = '';
    this.#matcher.reset();
    this.#say(held, held.length);
  }

  /** Emits the text up to `end` with its citations in place; later citations stay held. */
  #say(text: string, end: number): void {
    let from = 0;
    for (;;) {
      const [next] = this.#citations;
      const to = next && next.at <= end ? next.at : end;
      if (to > from) this.#sink.event({ type: 'text', text: text.slice(from, to) });
      from = to;
      if (!next || next.at > end) break;
      this.#citations.shift();
      this.#sink.event(next.event);
    }
    if (this.#citations.length > 0)
      this.#citations = this.#citations.map(({ at, event }) => ({ at: at - end, event }));
  }
}
