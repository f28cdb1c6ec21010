import { z } from 'zod';
import { reference } from '../administration/fields.ts';
import { PERMISSIONS } from '../../permissions.ts';
import type { LimitValues } from '../../limits.ts';
import { organizationRole } from '../administration/user.ts';
import { workspaceRole } from '../administration/workspace-member.ts';
import { personName } from './account.ts';

const permission = z.enum(PERMISSIONS);
const reach = z.enum(['all', 'workspaces', 'own']);

/** The person at the Console: who they are, where, and what they may do there. A page leaves out what is not granted here. */
export const Me = z
  .object({
    type: z.literal('me'),
    user: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      second_factor: z.boolean().describe('Whether an authenticator app is set up.'),
    }),
    organization: z.object({
      id: z.string(),
      name: z.string(),
      plan: z.string(),
      role: organizationRole,
      zero_data_retention: z
        .boolean()
        .describe('The Console then keeps no conversation in the browser either.'),
    }),
    organizations: z
      .array(z.object({ id: z.string(), name: z.string(), role: organizationRole }))
      .describe('All organizations the person belongs to, this one included.'),
    permissions: z
      .partialRecord(permission, reach)
      .describe('What the role in the organization and those in workspaces give together.'),
    workspaces: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          is_default: z.boolean(),
          role: workspaceRole
            .nullable()
            .describe('Null: no member, and may act in it by the role in the organization.'),
          permissions: z.partialRecord(permission, reach).describe('What may be done in this workspace.'),
        }),
      )
      .describe('The active workspaces the person may act in.'),
    base_url: z.string().describe('Public address of the service, without a final slash.'),
    sends_mail: z.boolean().describe('False: the service has no mail server, and mail waits in the outbox.'),
    csrf_token: z.string().describe('To be sent as svc-csrf with every change.'),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

export const meUpdate = (limits: LimitValues) => z.strictObject({ name: personName(limits) });

export const organizationChoice = () => z.strictObject({ organization_id: reference.max(64) });
