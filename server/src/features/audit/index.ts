/** The audit log: insert-only events (platform contract §6.3, D-ADM-6, D-ADM-7). */
export {
  OPERATOR_ACTOR,
  SYSTEM_ACTOR,
  recordAudit,
  type AuditActor,
  type AuditChanges,
  type AuditEvent,
} from './record-audit.ts';
export {
  auditChange,
  auditChanges,
  BY_SYSTEM,
  differences,
  type AuditSource,
  type ChangeContext,
  type MutationContext,
} from './mutation-context.ts';
export { openAudit, type Audit } from './open-audit.ts';
export { keyActor, requestEvent, userAgentOf } from './request-event.ts';
export { insertAuditRecords } from './store/audit-events.ts';
export type { ResourceNames } from './store/resource-names.ts';
export { auditModule } from './audit-module.ts';
