import { OPERATIONS, type Operation } from '@svc/contract';
import type { DescribedRequest } from '#test-kit';
import type { AnyBody, ExampleCalls } from './example-calls.ts';
import { isCreating, lifecycles, readingOne } from './lifecycles.ts';

const ID = /^[a-z]+_[0-9a-z]{26}$/;

/** What the contract does not tell about the examples of an operation, by its id. */
export interface Peculiarities {
  /** Changes to the example, for each success status of the operation in turn. */
  readonly changes?: Readonly<Record<string, readonly Partial<DescribedRequest>[]>>;
  /** Done once, before the operation is called. */
  readonly before?: Readonly<Record<string, () => Promise<void>>>;
  /** Done once it was called. */
  readonly after?: Readonly<Record<string, () => Promise<void>>>;
  /** Which object of a list the examples stand for. Else it is the first. */
  readonly chosen?: Readonly<Record<string, (object: AnyBody) => boolean>>;
}

/** Takes objects through their lives: every operation is called with its example, as often as it has success statuses. */
export class ExampleLives {
  readonly #calls: ExampleCalls;
  readonly #peculiarities: Peculiarities;
  readonly #begun = new Set<string>();
  readonly #found = new Set<string>();

  constructor(calls: ExampleCalls, peculiarities: Peculiarities) {
    this.#calls = calls;
    this.#peculiarities = peculiarities;
  }

  /** Operations whose path begins so, but for those that were called before. */
  async live(root: string): Promise<void> {
    for (const { operations } of lifecycles(OPERATIONS))
      for (const operation of operations) if (operation.path.startsWith(root)) await this.#call(operation);
  }

  /** Has the examples stand for objects that nothing creates, such as members, wherever they are named. */
  async adopt(): Promise<void> {
    for (const operation of OPERATIONS) if (!operation.path.includes('{')) await this.#adoptFrom(operation);
  }

  async #call(operation: Operation): Promise<void> {
    const { id, path, successStatuses = [200] } = operation;
    if (this.#begun.has(id) || this.#calls.wasCalled(id)) return;
    this.#begun.add(id);
    const { before, after, changes } = this.#peculiarities;
    await before?.[id]?.();
    if (this.#calls.wasCalled(id)) return;
    await this.#adoptAbove(path);
    for (const at of successStatuses.keys()) {
      const body = await this.#calls.call(id, changes?.[id]?.[at]);
      if (isCreating(operation, OPERATIONS)) this.#standFor(path, body);
    }
    await after?.[id]?.();
  }

  /** Finds the objects that the path names, where nothing creates them. */
  async #adoptAbove(path: string): Promise<void> {
    for (const { index } of path.matchAll(/\/\{\w+\}/g)) {
      const list = OPERATIONS.find((one) => one.method === 'GET' && one.path === path.slice(0, index));
      if (list) await this.#adoptFrom(list);
    }
  }

  async #adoptFrom({ id, method, path }: Operation): Promise<void> {
    const isMade = OPERATIONS.some((one) => one.path === path && isCreating(one, OPERATIONS));
    if (method !== 'GET' || isMade || !readingOne(OPERATIONS, path) || this.#found.has(id)) return;
    this.#found.add(id);
    const { data } = await this.#calls.call(id);
    const chosen = this.#peculiarities.chosen?.[id] ?? (() => true);
    this.#standFor(path, (data as readonly AnyBody[]).find(chosen));
  }

  /** Some have names of the caller's choosing, and these are those of the examples. */
  #standFor(path: string, object: AnyBody | undefined): void {
    const reading = readingOne(OPERATIONS, path);
    if (reading && ID.test(this.#calls.exampleId(reading.id)) && ID.test(String(object?.['id'])))
      this.#calls.standFor(reading.id, String(object!['id']));
  }
}
