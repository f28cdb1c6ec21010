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

const MOST_REMEMBERED = 10_000;

/** Picks the connection with the fewest calls in progress, and among several the least recently used one (D-TUN-13, TUN-47). */
export class ConnectionChooser {
  readonly #registry: ConnectionRegistry;
  readonly #usedAt = new RecentMap<string, number>(MOST_REMEMBERED);
  #turn = 0;

  constructor(registry: ConnectionRegistry) {
    this.#registry = registry;
  }

  /** `tried`: ids to skip. A connection of a draining node is used only if there is no other. */
  choose(
    tunnelId: string,
    remote: readonly RemoteConnection[],
    tried: ReadonlySet<string>,
  ): Candidate | undefined {
    const local = [...this.#registry.ofTunnel(tunnelId)]
      .filter(({ id, isLeaving }) => !isLeaving && !tried.has(id))
      .map((connection) => ({ id: connection.id, local: connection }));
    const ready = local.filter((candidate) => !candidate.local.isDraining);
    const elsewhere = remote.filter(({ id }) => !tried.has(id)).map((one) => ({ id: one.id, remote: one }));
    const chosen = this.#best([...ready, ...elsewhere]) ?? this.#best(local);
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
