import type { ConnectorConnection } from './connector-connection.ts';

/** The connectors that are connected to this node. */
export class ConnectionRegistry {
  readonly #byId = new Map<string, ConnectorConnection>();
  readonly #byTunnel = new Map<string, Set<ConnectorConnection>>();

  get size(): number {
    return this.#byId.size;
  }

  get tunnelIds(): readonly string[] {
    return [...this.#byTunnel.keys()];
  }

  add(connection: ConnectorConnection): void {
    this.#byId.set(connection.id, connection);
    const others = this.#byTunnel.get(connection.tunnelId);
    if (others) others.add(connection);
    else this.#byTunnel.set(connection.tunnelId, new Set([connection]));
  }

  /** False for an unknown one. */
  remove(connection: ConnectorConnection): boolean {
    const others = this.#byTunnel.get(connection.tunnelId);
    others?.delete(connection);
    if (others?.size === 0) this.#byTunnel.delete(connection.tunnelId);
    return this.#byId.delete(connection.id);
  }

  find(id: string): ConnectorConnection | undefined {
    return this.#byId.get(id);
  }

  all(): Iterable<ConnectorConnection> {
    return this.#byId.values();
  }

  ofTunnel(tunnelId: string): Iterable<ConnectorConnection> {
    return this.#byTunnel.get(tunnelId) ?? [];
  }
}
