import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';
import { operatorRole } from './operator.ts';

/** One event of the deployment's own log: what operators did, and who tried to sign in as one. */
export const OperatorEvent = z
  .object({
    id: z.string(),
    type: z.literal('operator_event'),
    event: z.string(),
    actor: z.object({
      type: z
        .enum(['operator', 'operator_key', 'command', 'sign_up'])
        .describe('A command is typed on the machine. A sign-up is a person who creates an organization.'),
      id: z.string().nullable(),
      name: z.string().nullable().describe('The email of an operator or of who signs up, the name of a key.'),
      role: operatorRole.nullable(),
    }),
    resource: z.object({ type: z.string(), id: z.string() }).nullable(),
    organization_id: z.string().nullable().describe('The organization that was changed or looked at.'),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
    changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
    details: z.object({
      operation: z.string().optional(),
      status: z.int().optional(),
      code: z.string().optional(),
      reason: z.string().optional().describe('Why a sign-in through the provider was refused.'),
    }),
    created_at: timestamp,
  })
  .meta({ id: 'OperatorEvent' });
export type OperatorEvent = z.infer<typeof OperatorEvent>;

export function operatorEventQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    organization_id: z.string().max(100).optional().describe('Only events about this organization.'),
  });
}
export type OperatorEventQuery = z.output<ReturnType<typeof operatorEventQuery>>;
