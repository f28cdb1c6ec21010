import type { Kysely } from 'kysely';
import type { AuditEventName, AuditResource } from '@svc/contract';
import { newId } from '#kit';
import type { Tables } from '#store';
import { insertAuditEvents } from './store/audit-events.ts';

export type AuditChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/**
 * Who did it. The service itself and commands on its machine are `system`, people who run the deployment `operator`: an
 * organization is not told which of them it was.
 */
export interface AuditActor {
  readonly type: 'user' | 'admin_key' | 'api_key' | 'system' | 'operator' | 'directory_token';
  readonly id: string | null;
  readonly email: string | null;
  readonly role: string | null;
}

export const OPERATOR_ACTOR: AuditActor = { type: 'operator', id: null, email: null, role: null };
export const SYSTEM_ACTOR: AuditActor = { type: 'system', id: null, email: null, role: null };

/** One event of the audit log (D-ADM-6). Nothing here may be a secret, a body or a query string. */
export interface AuditEvent {
  readonly organizationId: string;
  readonly workspaceId?: string | null;
  readonly event: AuditEventName;
  readonly actor: AuditActor;
  readonly resource: { readonly type: AuditResource; readonly id: string };
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
  readonly requestId?: string | null;
  readonly changes?: AuditChanges;
  readonly details?: {
    readonly method?: string;
    readonly path?: string;
    readonly status?: number;
    readonly reason?: string;
    readonly tool?: string;
  };
}

/** Writes the event within the caller's transaction, so that it exists exactly when the change does. Never updated afterwards. */
export async function recordAudit(trx: Kysely<Tables>, event: AuditEvent, nowMs: number): Promise<void> {
  await recordAudits(trx, [event], nowMs);
}

/** The same of several events. */
export async function recordAudits(
  trx: Kysely<Tables>,
  events: readonly AuditEvent[],
  nowMs: number,
): Promise<void> {
  await insertAuditEvents(
    trx,
    events.map((event) => ({ id: newId('audit_', nowMs), event, nowMs })),
  );
}
