import { isDeepStrictEqual } from 'node:util';
import type { OrganizationScope } from '#store';
import {
  recordAudits,
  SYSTEM_ACTOR,
  type AuditActor,
  type AuditChanges,
  type AuditEvent,
} from './record-audit.ts';

/** Where a change came from, as its events tell it. */
export interface AuditSource {
  readonly actor: AuditActor;
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
  readonly requestId?: string | null;
}

/** The service itself, or its operator. */
export const BY_SYSTEM: AuditSource = { actor: SYSTEM_ACTOR };

/** One change of an organization's data: its transaction, and who makes it when. The organization's other changes wait. */
export interface MutationContext {
  /** Within the transaction. */
  readonly scope: OrganizationScope;
  readonly source: AuditSource;
  /** The person behind it. */
  readonly userId: string;
  readonly nowMs: number;
  /** Set by changes that affect credentials: then every node verifies them again before the response is sent. */
  touchesCredentials: boolean;
  /** Run in this process once the transaction has committed, before the answer is sent. For what it remembers of the rows. */
  readonly whenCommitted: (() => void)[];
}

type ChangeEvent = Pick<AuditEvent, 'event' | 'resource' | 'workspaceId' | 'changes' | 'details'>;
export type ChangeContext = Pick<MutationContext, 'scope' | 'source' | 'nowMs'>;

/** Writes the event of a change within its transaction. */
export async function auditChange(change: ChangeContext, event: ChangeEvent): Promise<void> {
  await auditChanges(change, [event]);
}

/** The same of a change of several things. */
export async function auditChanges(
  { scope, source, nowMs }: ChangeContext,
  events: readonly ChangeEvent[],
): Promise<void> {
  const { db, organizationId } = scope;
  await recordAudits(
    db,
    events.map((event) => ({ organizationId, ...source, ...event })),
    nowMs,
  );
}

/** The settings that differ, by their public names. What is to become undefined stays as it is. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditChanges {
  const differing = Object.entries(after).filter(
    ([name, to]) => to !== undefined && !isDeepStrictEqual(before[name], to),
  );
  return Object.fromEntries(differing.map(([name, to]) => [name, { from: before[name], to }]));
}
