import { limit } from '../limits/limit.ts';
import { WORKSPACE_ID } from '../reference/objects/ids.ts';
import { OFFICERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Workspaces and their members (platform contract §2.3). */
export const WORKSPACE = {
  type: 'workspace',
  kind: 'Workspace',
  ids: { workspace: 'wrkspc_' },
  errors: {
    workspace_not_found: {
      status: 404,
      when: 'The organization has no such workspace.',
      message: 'No workspace with this id exists in the organization. List the workspaces to find its id.',
    },
    default_workspace: {
      status: 409,
      when: 'An attempt to archive the default workspace.',
      message: 'The default workspace cannot be archived. Archive another workspace.',
    },
    workspace_limit_reached: {
      status: 409,
      when: 'The organization already has the maximum number of active workspaces.',
      message:
        'The organization has reached its maximum number of active workspaces. Archive one and try again.',
    },
    unknown_region: {
      status: 400,
      when: 'The `data_region` is not available.',
      message: 'The data region is not available. Use one of the data_regions of the organization.',
    },
    region_change_blocked: {
      status: 409,
      when: 'A change of `data_region` while the workspace holds content.',
      message:
        'The region cannot change while the workspace holds content. Delete the content or create a workspace in that region.',
    },
  },
  permissions: {
    'workspaces.manage': {
      words: 'Create and archive workspaces, and set their IP allowlists',
      roles: OFFICERS,
    },
    'workspaces.run': {
      words: 'Manage members, limits and settings of a workspace',
      roles: OFFICERS,
      workspaceRoles: { workspace_admin: 'all' },
    },
  },
  audit: {
    workspaces: {
      'workspace.created': 'Workspace created',
      'workspace.updated': 'Workspace changed',
      'workspace.archived': 'Workspace archived',
      'workspace.unarchived': 'Workspace restored',
      'workspace_member.added': 'Workspace member added',
      'workspace_member.updated': 'Workspace role changed',
      'workspace_member.removed': 'Workspace member removed',
    },
  },
  limits: {
    active_workspaces: limit(100, 'Maximum workspaces of an organization, archived ones not counted.'),
    workspace_name_characters: limit(40, 'Maximum length of the name of a workspace.'),
    workspace_description_characters: limit(200, 'Maximum length of the description of a workspace.'),
  },
  pathParameters: {
    workspace_id: { description: 'Id of a workspace.', example: WORKSPACE_ID },
  },
} as const satisfies Resource;
