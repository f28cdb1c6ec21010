import type { EngineEvent } from '#engine';
import type { GenerationListener } from './generation-sink.ts';

/** Shows what is generated as the summary it is. Reasoning about it is output, and not shown. */
export class SummarySink implements GenerationListener {
  readonly #sink: GenerationListener;
  readonly #chunks: string[] = [];

  constructor(sink: GenerationListener) {
    this.#sink = sink;
  }

  get text(): string {
    return this.#chunks.join('');
  }

  event(event: EngineEvent): void {
    if (event.type === 'text') {
      this.#chunks.push(event.text);
      this.#sink.event({ type: 'compaction', text: event.text });
    } else if (event.type === 'reasoning') this.#sink.hidden(event.text);
    else if (event.type === 'usage' || event.type === 'partial_usage') this.#sink.event(event);
  }

  hidden(text: string): void {
    this.#sink.hidden(text);
  }

  flush(): boolean {
    return this.#sink.flush();
  }
}
