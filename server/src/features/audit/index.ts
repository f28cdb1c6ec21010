/** The audit log: insert-only events (platform contract §6.3, D-ADM-6, D-ADM-7). */
export { SYSTEM_ACTOR, recordAudit, type AuditActor, type AuditChanges, type AuditEvent, type AuditEventName } from './record-audit.ts';
export { auditChange, BY_SYSTEM, differences, type AuditSource, type Change } from './change.ts';
export { RequestAudit } from './request-audit.ts';
export { keyActor, requestEvent, userAgentOf } from './request-event.ts';
export { listAuditEvents } from './list-audit-events.ts';
export { dropAuditEvents } from './store/audit-events.ts';
export { IpDeniedSampler, type IpDenial } from './ip-denied-sampler.ts';
