import type { ResponseLog } from './request-connection.ts';
import { Samples } from './samples.ts';

/** Tells the answers of one phase of a run from those of the next. */
export class PhaseLog implements ResponseLog {
  readonly #phases = new Map<string, Samples>();
  #phase: Samples | undefined;
  failed = 0;

  /** Answers count for it from now on; undefined: they are not measured. */
  begin(phase: string | undefined): void {
    this.#phase = phase === undefined ? undefined : new Samples();
    if (phase !== undefined && this.#phase) this.#phases.set(phase, this.#phase);
  }

  samples(phase: string): Samples {
    return this.#phases.get(phase) ?? new Samples();
  }

  onResponse(status: number, startMs: number): void {
    if (status !== 200) this.failed++;
    else this.#phase?.add(performance.now() - startMs);
  }

  broke(): void {
    this.failed++;
  }
}
