import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { instant, timestamp } from './fields.ts';
import { pageQuery } from './page.ts';

/** Names of platform contract §6.3 and D-ADM-7 that something writes today. */
export type AuditEventName =
  | 'api_key.created'
  | 'api_key.updated'
  | 'api_key.revoked'
  | 'api_key.ip_denied'
  | 'admin_key.created'
  | 'admin_key.updated'
  | 'admin_key.revoked'
  | 'admin_api.request'
  | 'organization.updated'
  | 'workspace.created'
  | 'workspace.updated'
  | 'workspace.archived'
  | 'workspace.unarchived'
  | 'workspace_member.added'
  | 'workspace_member.updated'
  | 'workspace_member.removed'
  | 'member.change_role'
  | 'member.invited'
  | 'member.removed'
  | 'invite.deleted'
  | 'rate_limits.updated'
  | 'spend_limit.updated'
  | 'group.created'
  | 'group.updated'
  | 'group.deleted'
  | 'file.created'
  | 'file.deleted'
  | 'batch.created'
  | 'batch.canceled'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'webhook.secret_rotated'
  | 'webhook.disabled'
  | 'inference_hook.updated'
  | 'inference_hook.deleted'
  | 'inference_hook.secret_rotated'
  | 'inference_hook.denied'
  | 'tunnel.created'
  | 'tunnel.updated'
  | 'tunnel.deleted'
  | 'tunnel.token_rotated'
  | 'certificate.issued'
  | 'certificate.revoked'
  | 'prompt_template.version_created'
  | 'prompt_template.label_moved'
  | 'plugin.created'
  | 'plugin.updated'
  | 'plugin.installed'
  | 'plugin.uninstalled'
  | 'payment.recorded'
  | 'credits.granted'
  | 'session.signed_in'
  | 'session.failed'
  | 'session.revoked'
  | 'member.joined'
  | 'account.reset'
  | 'owner.reset'
  | 'owner.set_up'
  | 'account.claimed'
  | 'email.changed'
  | 'password.changed'
  | 'password.reset'
  | 'passkey.added'
  | 'passkey.removed'
  | 'authenticator.added'
  | 'authenticator.removed'
  | 'recovery_codes.renewed'
  | 'recovery_code.used';

/** One event of the audit log (D-ADM-6). */
export const AuditEvent = z
  .object({
    id: z.string(),
    type: z.literal('audit_event'),
    event: z.string(),
    created_at: timestamp,
    actor: z.object({
      type: z.enum(['user', 'admin_key', 'api_key', 'system', 'operator']),
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
