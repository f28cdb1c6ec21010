import { z } from 'zod';
import { reference, timestamp } from './fields.ts';

/** Roles in a workspace, lowest first. */
export const WORKSPACE_ROLES = ['workspace_user', 'workspace_developer', 'workspace_admin'] as const;
export const workspaceRole = z.enum(WORKSPACE_ROLES);
export type WorkspaceRole = z.infer<typeof workspaceRole>;

/** A membership of a workspace (platform contract §2.3). */
export const WorkspaceMember = z
  .object({
    type: z.literal('workspace_member'),
    workspace_id: z.string(),
    user_id: z.string(),
    role: workspaceRole,
    added_at: timestamp,
  })
  .meta({ id: 'WorkspaceMember' });
export type WorkspaceMember = z.infer<typeof WorkspaceMember>;

export const workspaceMemberAddition = () => z.strictObject({ user_id: reference, role: workspaceRole });
export const workspaceMemberUpdate = () => z.strictObject({ role: workspaceRole });

/** A membership has no id of its own (D-GEN-2). */
export const workspaceMemberDeletion = z.object({
  type: z.literal('workspace_member'),
  workspace_id: z.string(),
  user_id: z.string(),
  deleted: z.literal(true),
});
