import { isUnavailable, type Node } from '../node.ts';
import type { TestCluster } from '../test-cluster.ts';
import type { Command } from './command.ts';

type Event = 'crash' | 'cut' | 'stall' | 'mend' | 'deliver' | 'refresh';

/** A fault of a node, or of its connection to the database. */
export class Happen implements Command {
  readonly #kind: Event;
  readonly #node: number;

  constructor(kind: Event, node: number) {
    this.#kind = kind;
    this.#node = node;
  }

  check({ nodes }: Readonly<TestCluster>): boolean {
    const { run } = nodes[this.#node]!;
    if (!run || this.#kind === 'crash') return run !== undefined;
    return isUnavailable(run) === (this.#kind === 'mend');
  }

  async run(cluster: TestCluster): Promise<void> {
    const node: Node = cluster.nodes[this.#node]!;
    if (this.#kind === 'refresh') await node.run!.book.refresh();
    else await cluster[this.#kind](node);
  }

  toString(): string {
    return `${this.#kind}(${this.#node})`;
  }
}
