import { ApiError, type CodeCounter } from '@svc/contract';
import type { CodePoint } from '#exchange';
import { isOfTool } from './otlp/code-metric.ts';
import { storedTool } from './tool-name.ts';

/** One number of one day. */
export interface DayCount {
  readonly starts_at: number;
  readonly counter: CodeCounter;
  readonly tool: string;
  readonly count: number;
}

/** The numbers of a person as they are stored, and what a request adds to them. */
export class DayCounts {
  readonly #stored = new Map<string, number>();
  readonly #added = new Map<string, DayCount>();
  readonly #tools = new Map<number, Set<string>>();
  readonly #countLimit: number;

  /** `countLimit`: each number stays below it. */
  constructor(stored: readonly DayCount[], countLimit: number) {
    this.#countLimit = countLimit;
    for (const one of stored) {
      this.#stored.set(keyOf(one), (this.#stored.get(keyOf(one)) ?? 0) + one.count);
      if (isOfTool(one.counter)) this.#toolsOf(one.starts_at).add(one.tool);
    }
  }

  /** Throws 400 `invalid_parameter` when the day has too many then (CODE-07). */
  add(dayMs: number, { counter, tool: name, param }: CodePoint, count: number): void {
    const tools = this.#toolsOf(dayMs);
    const tool = isOfTool(counter) ? storedTool(name, tools) : '';
    const key = keyOf({ starts_at: dayMs, counter, tool });
    const added = (this.#added.get(key)?.count ?? 0) + count;
    if ((this.#stored.get(key) ?? 0) + added >= this.#countLimit)
      throw new ApiError('invalid_parameter', {
        param,
        message: `${param} brings the number of the day to ${this.#countLimit} or more.`,
      });
    if (isOfTool(counter)) tools.add(tool);
    this.#added.set(key, { starts_at: dayMs, counter, tool, count: added });
  }

  /** What is to be stored. A first 0 is: it says that a client reports. */
  get added(): readonly DayCount[] {
    return [...this.#added]
      .filter(([key, { count }]) => count > 0 || !this.#stored.has(key))
      .map(([, one]) => one);
  }

  #toolsOf(dayMs: number): Set<string> {
    const tools = this.#tools.get(dayMs) ?? new Set();
    this.#tools.set(dayMs, tools);
    return tools;
  }
}

function keyOf({ starts_at: dayMs, counter, tool }: Omit<DayCount, 'count'>): string {
  return `${dayMs} ${counter} ${tool}`;
}
