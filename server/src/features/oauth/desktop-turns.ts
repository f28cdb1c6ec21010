import type { Kysely } from 'kysely';
import { ApiError, type LimitValues } from '@svc/contract';
import { describeError, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { deleteRepliesOfNode, deleteReply, insertReply } from './store/desktop-replies.ts';

/** What a reply may take beyond its generation: its request is admitted before, its record is written after. */
const SLACK_MS = 60_000;

/**
 * One reply at a time in a workspace of the Free plan that Desktop is used in (D-74, AUTH-35), over all nodes: the database
 * knows who has the turn. That of a node that was killed ends when it starts again, or when its reply would have timed out.
 */
export class DesktopTurns {
  readonly #parts: {
    readonly db: Kysely<Tables>;
    readonly clock: Clock;
    readonly log: Log;
    readonly limits: () => LimitValues;
  };
  readonly #nodeId: string;
  /** Turns of this node that are being released, by workspace: a client that has read the reply may ask again at once. */
  readonly #ending = new Map<string, Promise<void>>();
  #cleared: Promise<void> | undefined;

  constructor(
    parts: { db: Kysely<Tables>; clock: Clock; log: Log; limits: () => LimitValues },
    nodeId: string,
  ) {
    this.#parts = parts;
    this.#nodeId = nodeId;
  }

  /** Resolves to what gives the turn back, once. Rejects with 429 `concurrent_request` while another has it. */
  async take(workspaceId: string, requestId: string): Promise<() => void> {
    const { db, clock, limits } = this.#parts;
    await (this.#cleared ??= this.#clear());
    await this.#ending.get(workspaceId);
    const { free_desktop_concurrent_replies: most, generation_timeout_s: longestS } = limits();
    const nowMs = clock.nowMs();
    const reply = {
      request_id: requestId,
      workspace_id: workspaceId,
      node_id: this.#nodeId,
      expires_at: nowMs + longestS * 1000 + SLACK_MS,
    };
    if (!(await insertReply(db, reply, { most, nowMs }))) throw new ApiError('concurrent_request');
    let over = false;
    return () => {
      if (!over) this.#end(workspaceId, requestId);
      over = true;
    };
  }

  /** Resolves when every turn that was given back is known to be. */
  async close(): Promise<void> {
    await Promise.all(this.#ending.values());
  }

  #end(workspaceId: string, requestId: string): void {
    const earlier = this.#ending.get(workspaceId);
    const ending = Promise.all([earlier, this.#delete(requestId)]).then(() => {
      if (this.#ending.get(workspaceId) === ending) this.#ending.delete(workspaceId);
    });
    this.#ending.set(workspaceId, ending);
  }

  /** Never rejects: a turn that could not be given back runs out. */
  async #delete(requestId: string): Promise<void> {
    const { db, log } = this.#parts;
    await deleteReply(db, requestId).catch((error: unknown) =>
      log.warn(
        { error: describeError(error), request_id: requestId },
        'releasing a desktop turn failed; it will expire',
      ),
    );
  }

  async #clear(): Promise<void> {
    try {
      await deleteRepliesOfNode(this.#parts.db, this.#nodeId);
    } catch (error) {
      this.#cleared = undefined;
      throw error;
    }
  }
}
