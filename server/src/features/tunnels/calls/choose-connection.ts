import type { ConnectionRegistry } from '../connections/connection-registry.ts';
import type { ConnectorConnection } from '../connections/connector-connection.ts';
import { RecentMap } from '#kit';

/** A connector that is connected to another node. */
export interface RemoteConnection {
  readonly id: string;
  readonly nodeUrl: string;
  /** Calls in progress as recorded by that node, plus those that this node sent since. */
  inflight: number;
}

export type Candidate =
  | { readonly id: string; readonly local: ConnectorConnection }
  | { readonly id: string; readonly remote: RemoteConnection };

const MAX_REMEMBERED = 10_000;

/** What earlier attempts of a call have used. */
export interface Tried {
  /** Ids of connections, which are not used again. */
  readonly connections: Set<string>;
  /** URLs of nodes that lost a call: probably dead, with all their connections, before the database says so. */
  readonly nodes: Set<string>;
}

/** Picks the connection with the fewest calls in progress, and among several the least recently used one (D-TUN-13, TUN-47). */
export class ConnectionChooser {
  readonly #registry: ConnectionRegistry;
  readonly #usedAt = new RecentMap<string, number>(MAX_REMEMBERED);
  #turn = 0;

  constructor(registry: ConnectionRegistry) {
    this.#registry = registry;
  }

  /** A connection of a draining node is used only if there is no other, one of a node that lost a call only after that. */
  choose(tunnelId: string, remote: readonly RemoteConnection[], tried: Tried): Candidate | undefined {
    const local = [...this.#registry.ofTunnel(tunnelId)]
      .filter(({ id, isLeaving }) => !isLeaving && !tried.connections.has(id))
      .map((connection) => ({ id: connection.id, local: connection }));
    const ready = local.filter((candidate) => !candidate.local.isDraining);
    const elsewhere = remote
      .filter(({ id }) => !tried.connections.has(id))
      .map((connection) => ({ id: connection.id, remote: connection }));
    const alive = elsewhere.filter((candidate) => !tried.nodes.has(candidate.remote.nodeUrl));
    const chosen = this.#best([...ready, ...alive]) ?? this.#best(local) ?? this.#best(elsewhere);
    if (chosen) this.#usedAt.set(chosen.id, ++this.#turn);
    return chosen;
  }

  #best(candidates: readonly Candidate[]): Candidate | undefined {
    return candidates.reduce<Candidate | undefined>(
      (best, one) => (best === undefined || this.#isBetter(one, best) ? one : best),
      undefined,
    );
  }

  #isBetter(one: Candidate, than: Candidate): boolean {
    const difference = inflightOf(one) - inflightOf(than);
    if (difference !== 0) return difference < 0;
    return (this.#usedAt.get(one.id) ?? 0) < (this.#usedAt.get(than.id) ?? 0);
  }
}

function inflightOf(candidate: Candidate): number {
  return 'local' in candidate ? candidate.local.inflight : candidate.remote.inflight;
}
