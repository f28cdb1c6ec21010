import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { instant, timestamp } from './fields.ts';
import { pageQuery } from './page.ts';

/** One event of the audit log (D-ADM-6). */
export const AuditEvent = z
  .object({
    id: z.string(),
    type: z.literal('audit_event'),
    event: z.string(),
    created_at: timestamp,
    actor: z.object({
      type: z.enum(['user', 'admin_key', 'api_key', 'system', 'operator', 'directory_token']),
      id: z.string().nullable(),
      email: z.string().nullable(),
      role: z.string().nullable(),
    }),
    resource: z.object({ type: z.string(), id: z.string() }),
    workspace_id: z.string().nullable(),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
    changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
    details: z.object({
      method: z.string().optional(),
      path: z.string().optional(),
      status: z.int().optional(),
      reason: z.string().optional().describe('Of `inference_hook.denied`: what the hook gave as its reason.'),
      tool: z.string().optional().describe('Of `inference_hook.denied`: the tool that was not run.'),
    }),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof AuditEvent>;

const MAX_NAMES = 50;

export function auditEventQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    starting_at: instant.optional(),
    ending_at: instant.optional(),
    event: z
      .array(z.string().max(100))
      .max(MAX_NAMES)
      .optional()
      .describe('Repeatable: only events of these names.'),
    actor_id: z.string().optional(),
    workspace_id: z.string().optional(),
    resource_id: z.string().optional(),
  });
}
export type AuditEventQuery = z.output<ReturnType<typeof auditEventQuery>>;
