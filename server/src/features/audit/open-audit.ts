import type { Kysely } from 'kysely';
import type { Clock, Log } from '#kit';
import type { Announcements, AuditJournal, Tables } from '#store';
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

export interface AuditParts {
  readonly db: Kysely<Tables>;
  readonly journal: AuditJournal;
  readonly announcements: Announcements | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export function openAudit(parts: AuditParts): Audit {
  const trail = new AuditTrail(parts);
  return {
    trail,
    delivery: new AuditDelivery({ ...parts, answerLimitMs: 1000, deliver: () => trail.deliver() }),
    requests: new RequestAudit({ ...parts, trail }),
    denials: new IpDeniedSampler({ ...parts, trail }),
  };
}
