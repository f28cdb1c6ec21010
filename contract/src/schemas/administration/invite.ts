import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { reference, timestamp } from './fields.ts';
import { pageQuery } from './page.ts';
import { organizationRole } from './user.ts';
import { workspaceRole } from './workspace-member.ts';

const INVITE_STATUSES = ['pending', 'accepted', 'expired', 'deleted'] as const;

/** An invite to the organization (D-ADM-3). Its link is never returned. */
export const Invite = z
  .object({
    id: z.string(),
    type: z.literal('invite'),
    email: z.string(),
    role: organizationRole,
    workspaces: z.array(z.object({ workspace_id: z.string(), role: workspaceRole })),
    status: z.enum(INVITE_STATUSES),
    invited_by: z.string(),
    invited_at: timestamp,
    expires_at: timestamp,
    accepted_at: timestamp.nullable(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof Invite>;

export function inviteQuery(limits: LimitValues) {
  return pageQuery(limits).extend({ status: z.enum(INVITE_STATUSES).optional() });
}
export type InviteQuery = z.output<ReturnType<typeof inviteQuery>>;

export function inviteCreation(limits: LimitValues) {
  return z.strictObject({
    email: z.email().max(254),
    role: organizationRole,
    workspaces: z
      .array(z.strictObject({ workspace_id: reference, role: workspaceRole }))
      .max(limits.active_workspaces)
      .default([]),
  });
}
export type InviteCreation = z.output<ReturnType<typeof inviteCreation>>;
