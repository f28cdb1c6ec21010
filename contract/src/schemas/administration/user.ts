import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { timestamp } from './fields.ts';
import { pageQuery } from './page.ts';

/** Roles in an organization, highest first (D-ADM-1). */
export const ORGANIZATION_ROLES = [
  'primary_owner',
  'owner',
  'administrator',
  'developer',
  'billing',
  'member',
] as const;
export const organizationRole = z.enum(ORGANIZATION_ROLES);
export type OrganizationRole = z.infer<typeof organizationRole>;

/** A member of the organization (D-ADM-2). */
export const User = z
  .object({
    id: z.string(),
    type: z.literal('user'),
    email: z.string(),
    name: z.string(),
    role: organizationRole,
    status: z.enum(['active', 'suspended']),
    second_factor: z.boolean(),
    directory_managed: z
      .boolean()
      .describe('Whether the directory of the organization keeps this member (see directory sync).'),
    added_at: timestamp,
    last_active_at: timestamp.nullable().describe('Null: never signed in.'),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export function userQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    email: z.string().optional(),
    role: organizationRole.optional(),
    status: z.enum(['active', 'suspended']).optional(),
  });
}
export type UserQuery = z.output<ReturnType<typeof userQuery>>;

export const userUpdate = () => z.strictObject({ role: organizationRole.optional() });
