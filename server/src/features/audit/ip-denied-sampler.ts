import type { MatchedKey } from '#exchange';
import type { Clock } from '#kit';
import type { AuditTrail } from './audit-trail.ts';
import { keyActor, resourceOf } from './request-event.ts';

const SAMPLE_MS = 60_000;
const REMEMBERED_KEYS = 10_000;

/** A request refused because of its address, as the authentication step knows it. */
export interface IpDenial {
  readonly key: MatchedKey;
  /** The address seen. */
  readonly address: string;
  readonly requestId: string;
  readonly userAgent: string | null;
}

/** Audits address refusals as `api_key.ip_denied`, at most one per key and minute (platform contract §5.4, AUTH-22, KEY-77). */
export class IpDeniedSampler {
  readonly #trail: Pick<AuditTrail, 'record'>;
  readonly #clock: Clock;
  /** When each key was last audited, oldest first. */
  readonly #auditedAtMs = new Map<string, number>();

  constructor({ trail, clock }: { readonly trail: Pick<AuditTrail, 'record'>; readonly clock: Clock }) {
    this.#trail = trail;
    this.#clock = clock;
  }

  /** To be called before the refusal is answered. */
  record({ key, address, requestId, userAgent }: IpDenial): void {
    const nowMs = this.#clock.monotonicMs();
    const lastMs = this.#auditedAtMs.get(key.id);
    if (lastMs !== undefined && nowMs - lastMs < SAMPLE_MS) return;
    this.#remember(key.id, nowMs);
    this.#trail.record(
      {
        organizationId: key.organizationId,
        workspaceId: key.workspaceId ?? null,
        event: 'api_key.ip_denied',
        actor: keyActor(key),
        resource: resourceOf(key),
        ipAddress: address,
        userAgent,
        requestId,
        details: { status: 403 },
      },
      this.#clock.nowMs(),
    );
  }

  #remember(keyId: string, nowMs: number): void {
    this.#auditedAtMs.delete(keyId);
    this.#auditedAtMs.set(keyId, nowMs);
    if (this.#auditedAtMs.size <= REMEMBERED_KEYS) return;
    const [oldest] = this.#auditedAtMs.keys();
    if (oldest !== undefined) this.#auditedAtMs.delete(oldest);
  }
}
