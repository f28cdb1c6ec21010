import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { timestamp } from './fields.ts';
import { pageQuery } from './page.ts';
import { groupRole, workspaceGrant } from './group-grants.ts';

const MAX_WORKSPACES = 100;

/** A group of the organization's directory, and what its members get of it (D-SCIM-8). Only the directory changes names and members. */
export const DirectoryGroup = z
  .object({
    id: z.string(),
    type: z.literal('directory_group'),
    display_name: z.string(),
    external_id: z.string().nullable(),
    member_count: z.int(),
    role: groupRole
      .nullable()
      .describe('Role in the organization that members get. The highest of all their groups applies.'),
    workspaces: z.array(workspaceGrant).describe('Workspaces that members are added to, with their role.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'DirectoryGroup' });
export type DirectoryGroup = z.infer<typeof DirectoryGroup>;

export function directoryGroupQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    user_id: z.string().min(1).max(100).optional().describe('Only groups that this person is a member of.'),
  });
}
export type DirectoryGroupQuery = z.output<ReturnType<typeof directoryGroupQuery>>;

/** `workspaces` replaces the whole list. */
export const directoryGroupUpdate = () =>
  z.strictObject({
    role: groupRole.nullable().optional(),
    workspaces: z.array(workspaceGrant).max(MAX_WORKSPACES).optional(),
  });
export type DirectoryGroupUpdate = z.output<ReturnType<typeof directoryGroupUpdate>>;
