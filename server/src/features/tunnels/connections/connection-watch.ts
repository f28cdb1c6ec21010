import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { loadTunnelStates, type TunnelState } from '../store/tunnel-states.ts';
import type { ConnectionRegistry } from './connection-registry.ts';

/** Well within the 5 s in which a change must take effect on every node. */
const WATCH_MS = 1500;
const BEAT_MS = 1000;

export interface WatchDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

/**
 * Checks the connections of this node periodically: against the state of their tunnels and credentials in the database, and whether they
 * are alive. While the database is unavailable, the last known state applies, so that credentials still expire on time.
 */
export class ConnectionWatch {
  readonly #deps: WatchDeps;
  readonly #registry: ConnectionRegistry;
  #states: ReadonlyMap<string, TunnelState> = new Map();
  readonly jobs: readonly PeriodicJob[];

  constructor(deps: WatchDeps, registry: ConnectionRegistry) {
    this.#deps = deps;
    this.#registry = registry;
    this.jobs = [
      { name: 'tunnels.watch', everyMs: WATCH_MS, run: () => this.run() },
      { name: 'tunnels.heartbeat', everyMs: BEAT_MS, run: () => this.#beat() },
    ];
  }

  async run(): Promise<void> {
    const ids = this.#registry.tunnelIds;
    try {
      const states = await loadTunnelStates(this.#deps.db, ids);
      // A tunnel without a row was deleted long ago.
      this.#judge(states, ids);
      this.#states = states;
    } catch (error) {
      this.#judge(this.#states, [...this.#states.keys()]);
      throw error;
    }
  }

  #judge(states: ReadonlyMap<string, TunnelState>, ids: readonly string[]): void {
    const nowMs = this.#deps.clock.nowMs();
    for (const id of ids) {
      const state = states.get(id);
      for (const connection of this.#registry.ofTunnel(id)) {
        const code = connection.judge(state, nowMs);
        if (code !== undefined) connection.close(code);
        else if (state) connection.updateTargets(state.allowedTargets);
      }
    }
  }

  #beat(): void {
    const { clock, limits } = this.#deps;
    const { connector_ping_s: pingS, connector_silence_s: silenceS } = limits();
    const beat = { pingMs: pingS * 1000, silenceMs: silenceS * 1000, nowMs: clock.nowMs() };
    for (const connection of this.#registry.all()) connection.beat(beat);
  }
}
