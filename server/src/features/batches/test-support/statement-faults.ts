import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { StoreUnavailable } from '#store';

interface Fault {
  readonly kind: 'refused' | 'unanswered' | 'late';
  readonly words: readonly string[];
  readonly until: Promise<void>;
  /** Not only the next one. */
  readonly again?: true;
}

/** Makes the database fail or delay statements that contain given words. */
export class StatementFaults implements KyselyPlugin {
  #faults: Fault[] = [];
  readonly #hit = new WeakMap<QueryId, Fault>();

  /** The next statement with these words takes no effect, and fails. */
  refuse(...words: readonly string[]): void {
    this.#faults.push({ kind: 'refused', words, until: Promise.resolve() });
  }

  /** No statement with these words takes effect until the returned function is called. */
  refuseAll(...words: readonly string[]): () => void {
    const fault = { kind: 'refused', words, until: Promise.resolve(), again: true } as const;
    this.#faults.push(fault);
    return () => void (this.#faults = this.#faults.filter((one) => one !== fault));
  }

  /** The next statement with these words takes effect, and its response is lost. */
  loseResult(...words: readonly string[]): void {
    this.#faults.push({ kind: 'unanswered', words, until: Promise.resolve() });
  }

  /** The response of the next statement with these words arrives when this resolves. */
  delayResult(until: Promise<void>, ...words: readonly string[]): void {
    this.#faults.push({ kind: 'late', words, until });
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const text = JSON.stringify(node);
    const fault = this.#faults.find(({ words }) => words.every((word) => text.includes(word)));
    if (!fault) return node;
    if (!fault.again) this.#faults = this.#faults.filter((one) => one !== fault);
    if (fault.kind === 'refused') throw new StoreUnavailable('timed_out');
    this.#hit.set(queryId, fault);
    return node;
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const fault = this.#hit.get(queryId);
    if (fault?.kind === 'unanswered') throw new StoreUnavailable('timed_out');
    await fault?.until;
    return result;
  }
}
