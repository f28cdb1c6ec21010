import type { Clock, Log } from '#kit';
import type { AuditJournal, Store } from '#store';
import { AuditDelivery } from './audit-delivery.ts';
import { AuditTrail } from './audit-trail.ts';
import { IpDeniedSampler } from './ip-denied-sampler.ts';
import { RequestAudit } from './request-audit.ts';

/** What writes events of requests that change nothing, and brings them where they are read. */
export interface Audit {
  readonly trail: AuditTrail;
  readonly delivery: AuditDelivery;
  readonly requests: RequestAudit;
  readonly denials: IpDeniedSampler;
}

interface AuditParts {
  readonly store: Pick<Store, 'db' | 'announcements'>;
  readonly auditJournal: AuditJournal;
  readonly clock: Clock;
  readonly log: Log;
}

export function openAudit({ store: { db, announcements }, auditJournal: journal, clock, log }: AuditParts): {
  readonly audit: Audit;
} {
  const parts = { db, announcements, journal, clock, log };
  const trail = new AuditTrail(parts);
  const deliver = (): Promise<void> => trail.deliver();
  return {
    audit: {
      trail,
      delivery: new AuditDelivery({ ...parts, responseTimeoutMs: 1000, deliver }),
      requests: new RequestAudit({ ...parts, trail }),
      denials: new IpDeniedSampler({ ...parts, trail }),
    },
  };
}
