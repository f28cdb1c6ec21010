import { counted } from './counted.ts';

/** Roles that groups of an identity provider or a directory give. */
export const roleMappingStrings = {
  role: 'Role',
  noRole: 'No role',
  workspace: 'Workspace',
  workspaceRole: 'Role there',
  addWorkspace: 'Add workspace',
  removeWorkspace: (number: number) => `Remove workspace ${number}`,
  review: 'Review',
  back: 'Change',
  reviewTitle: 'Review before saving',
  reviewLead: 'Nothing is saved yet.',
  summary: (all: number, changed: number) =>
    changed === 0
      ? `${counted(all, 'member')}, no role changes.`
      : `${counted(all, 'member')}, ${changed} with another role.`,
  shown: (count: number) => `The first ${count} are shown.`,
  changes: {
    member: 'Member',
    groups: 'Groups',
    before: 'Now',
    after: 'Then',
    none: 'None',
    unknown: 'Not known yet',
    refused: 'Refused',
  },
} as const;
