import type { EngineEvent, EngineFault, EngineSink } from './events.ts';
import { SequenceMatcher } from './sequence-matcher.ts';

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

  /** `halt` stops the engine: nothing it says from then on matters. */
  constructor(sequences: readonly string[], sink: EngineSink, halt: () => void) {
    this.#sink = sink;
    this.#matcher = new SequenceMatcher(sequences);
    this.#halt = halt;
  }

  event(event: EngineEvent): void {
    if (event.type === 'text') return this.#text(event.text);
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
      this.#say(text.slice(0, this.#held.length + found.end - found.sequence.length));
      this.#held = '';
      this.#sink.event({ type: 'stop', reason: 'stop_sequence', stopSequence: found.sequence });
      this.#halt();
      return;
    }
    const safe = text.length - this.#matcher.pending;
    this.#held = text.slice(safe);
    this.#say(text.slice(0, safe));
  }

  #release(): void {
    const held = this.#held;
    this.#held = '';
    this.#matcher.reset();
    this.#say(held);
  }

  #say(text: string): void {
    if (text !== '') this.#sink.event({ type: 'text', text });
  }
}
