import { limit } from '../limits/limit.ts';
import { OFFICERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Events of the audit log (platform contract §6.3). */
export const AUDIT_EVENT = {
  type: 'audit_event',
  ids: { auditEvent: 'audit_' },
  permissions: {
    'audit.read': { words: 'View the audit log', roles: OFFICERS },
  },
  limits: {
    audit_event_days: limit(400, 'How long the audit log is kept.'),
    ip_denied_audit_interval_s: limit(
      60,
      'Minimum time between two audit events of refused addresses of one key.',
    ),
  },
} as const satisfies Resource;
