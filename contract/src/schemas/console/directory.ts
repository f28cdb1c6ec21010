import { z } from 'zod';
import { groupRole, workspaceGrant } from '../administration/group-grants.ts';
import { timestamp } from '../administration/fields.ts';
import { organizationRole } from '../administration/user.ts';

/** Who would get which role in the organization if a directory group gave another one. */
export const DirectoryGroupPreview = z
  .object({
    type: z.literal('directory_group_preview'),
    members: z
      .array(
        z.object({
          user_id: z.string(),
          email: z.string(),
          name: z.string(),
          role_before: organizationRole,
          role: organizationRole,
        }),
      )
      .describe('Members of the group, those whose role changes first.'),
    member_count: z.int(),
    changed_count: z.int(),
  })
  .meta({ id: 'DirectoryGroupPreview' });
export type DirectoryGroupPreview = z.infer<typeof DirectoryGroupPreview>;

export const directoryGroupPreview = () => z.strictObject({ role: groupRole.nullable() });

/** How a member signs in, and where their role comes from. */
export const MemberOrigin = z
  .object({
    type: z.literal('member_origin'),
    user_id: z.string(),
    has_password: z.boolean(),
    connections: z
      .array(z.object({ id: z.string(), name: z.string(), last_signed_in_at: timestamp.nullable() }))
      .describe('Single sign-on connections of the organization that know the person.'),
    directory_managed: z.boolean(),
    directory_groups: z
      .array(
        z.object({
          id: z.string(),
          display_name: z.string(),
          role: groupRole.nullable(),
          workspaces: z.array(workspaceGrant),
        }),
      )
      .describe('Groups of the directory that give the person something.'),
    role_source: z
      .enum(['owner', 'hand', 'single_sign_on', 'directory'])
      .describe('`hand`: set by a member, with an invite, or as the role of new members.'),
    role_group: z.string().nullable().describe('The group that gives the role.'),
  })
  .meta({ id: 'MemberOrigin' });
export type MemberOrigin = z.infer<typeof MemberOrigin>;
