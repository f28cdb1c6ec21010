import type { Kysely } from 'kysely';
import type { MatchedKey } from '#exchange';
import { describeError, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { recordAudit } from './record-audit.ts';
import { keyActor, resourceOf } from './request-event.ts';

const SAMPLE_MS = 60_000;
const REMEMBERED_KEYS = 10_000;
const CONCURRENT_WRITES = 8;

/** A request refused because of its address, as the authentication step knows it. */
export interface IpDenial {
  readonly key: MatchedKey;
  /** The address seen. */
  readonly address: string;
  readonly requestId: string;
  readonly userAgent?: string | undefined;
}

/**
 * Audits address refusals as `api_key.ip_denied`, at most one per key and minute (platform contract §5.4, AUTH-22, KEY-77).
 * The refusal never waits for the write. While the database is away nothing is queued: a write that failed is forgotten,
 * so the key's next refusal tries again.
 */
export class IpDeniedSampler {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #log: Log;
  /** When each key was last audited, oldest first. */
  readonly #auditedAtMs = new Map<string, number>();
  readonly #writes = new Set<Promise<void>>();

  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  record(denial: IpDenial): void {
    const nowMs = this.#clock.monotonicMs();
    const lastMs = this.#auditedAtMs.get(denial.key.id);
    if (lastMs !== undefined && nowMs - lastMs < SAMPLE_MS) return;
    if (this.#writes.size >= CONCURRENT_WRITES) return;
    this.#remember(denial.key.id, nowMs);
    const write = this.#write(denial, this.#clock.nowMs()).finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /** Resolves when every write under way has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #remember(keyId: string, nowMs: number): void {
    this.#auditedAtMs.delete(keyId);
    this.#auditedAtMs.set(keyId, nowMs);
    if (this.#auditedAtMs.size <= REMEMBERED_KEYS) return;
    const [oldest] = this.#auditedAtMs.keys();
    if (oldest !== undefined) this.#auditedAtMs.delete(oldest);
  }

  async #write(denial: IpDenial, nowMs: number): Promise<void> {
    try {
      await recordAudit(
        this.#db,
        {
          organizationId: denial.key.organizationId,
          workspaceId: denial.key.workspaceId ?? null,
          event: 'api_key.ip_denied',
          actor: keyActor(denial.key),
          resource: resourceOf(denial.key),
          ipAddress: denial.address,
          userAgent: denial.userAgent ?? null,
          requestId: denial.requestId,
          details: { status: 403 },
        },
        nowMs,
      );
    } catch (error) {
      this.#auditedAtMs.delete(denial.key.id);
      this.#log.warn({ error: describeError(error) }, 'an address refusal could not be audited');
    }
  }
}
