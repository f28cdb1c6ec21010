import { z } from 'zod';
import { reference } from './fields.ts';
import { ORGANIZATION_ROLES } from './user.ts';
import { workspaceRole } from './workspace-member.ts';

/** Roles that groups of an identity provider or a directory may give: never those of owners (SSO-12, SCIM-17). */
export const groupRole = z.enum(ORGANIZATION_ROLES).exclude(['primary_owner', 'owner']);

export const workspaceGrant = z.strictObject({ workspace_id: reference, role: workspaceRole });
