import type { EngineEvent, EngineFault, EngineSink } from '../events.ts';

/** A sink for tests: records events, and resolves `done` with the final one. */
export class RecordingSink implements EngineSink {
  readonly events: EngineEvent[] = [];
  /** What the engine had counted so far, each time that it said so. */
  readonly counted: EngineEvent[] = [];
  flushes = 0;
  /** Calls of any kind after the final event: must stay 0. */
  late = 0;
  fault: EngineFault | undefined;
  ended = false;
  /** The result of `flush`. */
  ready = true;
  onEvent: ((event: EngineEvent) => void) | undefined;
  readonly #done = Promise.withResolvers<void>();
  readonly #first = Promise.withResolvers<void>();

  /** `end` or `fail` was called. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  /** The first event came. */
  get first(): Promise<void> {
    return this.#first.promise;
  }

  get text(): string {
    return this.events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  }

  /** Everything received, for comparing two runs. */
  get outcome(): unknown {
    return { events: this.events, fault: this.fault?.message, ended: this.ended };
  }

  event(event: EngineEvent): void {
    this.#countLate();
    if (event.type === 'partial_usage') return void this.counted.push(event);
    this.events.push(event);
    this.#first.resolve();
    this.onEvent?.(event);
  }

  flush(): boolean {
    this.#countLate();
    this.flushes++;
    return this.ready;
  }

  end(): void {
    this.#countLate();
    this.ended = true;
    this.#done.resolve();
  }

  fail(fault: EngineFault): void {
    this.#countLate();
    this.fault = fault;
    this.#done.resolve();
  }

  #countLate(): void {
    if (this.ended || this.fault) this.late++;
  }
}
