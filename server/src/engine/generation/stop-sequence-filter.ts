import type { EngineEvent, EngineFault, EngineSink } from '../events.ts';
import { SequenceMatcher } from './sequence-matcher.ts';

/** A citation that waits for the text before it: as many characters of what is held. */
interface HeldCitation {
  readonly at: number;
  readonly event: EngineEvent;
}

/**
 * Ends a reply before the first stop sequence in its text, wherever the engine cut its pieces. Engines are not asked to:
 * their common wire form says that one was met and not which, and the caller is told (MSG-44). Text that may be the
 * start of a sequence is held back until it is known not to be.
 */
export class StopSequenceFilter implements EngineSink {
  readonly #sink: EngineSink;
  readonly #matcher: SequenceMatcher;
  readonly #halt: () => void;
  #held = '';
  #citations: HeldCitation[] = [];

  /** `halt` stops the engine: nothing it says from then on matters. */
  constructor(sequences: readonly string[], sink: EngineSink, halt: () => void) {
    this.#sink = sink;
    this.#matcher = new SequenceMatcher(sequences);
    this.#halt = halt;
  }

  event(event: EngineEvent): void {
    if (event.type === 'text') return this.#text(event.text);
    if (event.type === 'citation') return this.#cite(event);
    // Reasoning and calls are not searched, and end what text could have been continued.
    if (event.type !== 'usage') this.#release();
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

  #text(piece: string): void {
    const text = this.#held + piece;
    const found = this.#matcher.feed(piece);
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

  /** Cuts a text into blocks, which the caller reads as one: a sequence may go on behind it. */
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

  /** The text up to `end`, each citation at its place; those behind it wait on. */
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
