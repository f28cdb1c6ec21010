import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import { isWellFormedId } from '#features/listing';
import { RecentMap, type OutboundRequest, type OutboundResponse } from '#kit';
import { StoreUnavailable, type Tables } from '#store';
import { loadTunnelStates, type TunnelState } from '../store/tunnel-states.ts';
import type { TunnelCaller } from './tunnel-caller.ts';

const MAX_REMEMBERED = 5000;
const isTunnelId = isWellFormedId('tunnel');

/** Whose request it is. */
export interface TunnelUser {
  readonly organizationId: string;
  readonly workspaceId: string | null;
}

export interface TunnelName {
  readonly id: string;
  /** As in the request. */
  readonly url: string;
  /** The request field that names the tunnel. */
  readonly param: string;
}

interface Way {
  /** Timeout of one message, including its second attempt. */
  readonly timeoutMs: number;
  request(request: OutboundRequest): Promise<OutboundResponse>;
}

/** Opens tunnels for model calls. */
export class TunnelDialer {
  readonly #db: Kysely<Tables>;
  readonly #caller: TunnelCaller;
  /** The fallback while the database is unavailable. */
  readonly #last = new RecentMap<string, TunnelState>(MAX_REMEMBERED);

  constructor(db: Kysely<Tables>, caller: TunnelCaller) {
    this.#db = db;
    this.#caller = caller;
  }

  /** Throws 404 `tunnel_not_found` for a tunnel that is not in the workspace (MSG-69). */
  async requireTunnel({ id, param }: Omit<TunnelName, 'url'>, user: TunnelUser): Promise<TunnelState> {
    // The text is unvalidated, and not every text is valid in a query.
    const state = isTunnelId(id) ? await this.#find(id) : undefined;
    const isOwn =
      state !== undefined &&
      !state.isDeleted &&
      state.organizationId === user.organizationId &&
      state.workspaceId === user.workspaceId;
    if (!isOwn) throw new ApiError('tunnel_not_found', { param });
    return state;
  }

  /** Throws the same, 502 `tunnel_unavailable` for a disabled tunnel, 502 `tunnel_target_refused` for an unlisted URL (MSG-71, MSG-73). */
  async dial(tunnel: TunnelName, user: TunnelUser): Promise<Way> {
    const { id, isOpen, allowedTargets } = await this.requireTunnel(tunnel, user);
    if (!isOpen) throw new ApiError('tunnel_unavailable');
    // The text of the list is sent, not a form that a library normalized.
    const target = allowedTargets.find((one) => one === tunnel.url);
    if (target === undefined) throw new ApiError('tunnel_target_refused');
    return {
      timeoutMs: this.#caller.timeoutMs,
      request: (request) => this.#caller.request(id, target, request),
    };
  }

  /** The current state: a change applies to the next call. */
  async #find(id: string): Promise<TunnelState | undefined> {
    try {
      const state = (await loadTunnelStates(this.#db, [id])).get(id);
      if (state) this.#last.set(id, state);
      else this.#last.delete(id);
      return state;
    } catch (error) {
      const last = error instanceof StoreUnavailable ? this.#last.get(id) : undefined;
      if (last) return last;
      throw error;
    }
  }
}
