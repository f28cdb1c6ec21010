export const memberStrings = {
  title: 'Members',
  lead: 'Who belongs to the organization, and what they may do in it.',
  tabs: { label: 'People', members: 'Members', invites: 'Invites', groups: 'Groups' },
  list: 'Members',
  columns: {
    name: 'Name',
    role: 'Role',
    status: 'Status',
    factor: 'Second factor',
    active: 'Last active',
    added: 'Joined',
    actions: 'Actions',
  },
  statuses: { active: 'Active', suspended: 'Suspended' },
  factor: { true: 'On', false: 'Off' },
  never: 'Never',
  you: 'you',
  actions: (name: string) => `Actions for ${name}`,
  filter: { role: 'Role', any: 'Any role' },
  empty: { title: 'Nobody has this role', text: 'Choose another role above to see who has it.' },
  changeRole: {
    action: 'Change role',
    title: (name: string) => `Role of ${name}`,
    label: 'Role',
    submit: 'Change role',
    done: 'The role is changed. They are notified by mail.',
  },
  remove: {
    action: 'Remove from the organization',
    title: (name: string) => `Remove ${name}?`,
    text: 'Their keys and sign-ins stop at once. What they made stays, and what they used stays in the reports.',
    submit: 'Remove',
    done: (name: string) => `${name} is no longer a member.`,
  },
  roleHints: {
    primary_owner: 'Everything, and the only one who can hand the organization over.',
    owner: 'Everything, other owners and administrators included.',
    administrator: 'Members, workspaces, keys, limits and settings.',
    developer: 'Makes keys and calls models in the workspaces they belong to.',
    billing: 'Sees usage and cost, records payments.',
    member: 'Uses models in the workspaces they belong to.',
  },
} as const;

export const inviteStrings = {
  list: 'Invites',
  columns: {
    email: 'E-mail',
    role: 'Role',
    status: 'Status',
    invited: 'Invited',
    expires: 'Expires',
    actions: 'Actions',
  },
  statuses: { pending: 'Pending', accepted: 'Accepted', expired: 'Expired', deleted: 'Withdrawn' },
  actions: (email: string) => `Actions for ${email}`,
  empty: {
    title: 'No invites',
    text: 'Invite a colleague: they get a link by mail and choose their own password.',
  },
  create: {
    action: 'Invite somebody',
    title: 'Invite somebody',
    email: 'E-mail',
    role: 'Role',
    workspaces: 'Workspaces',
    workspacesHint: 'Where they may work from the start. You can change it at any time.',
    workspaceRole: (name: string) => `Role in ${name}`,
    none: 'Not in it',
    submit: 'Send the invite',
    done: (email: string) => `${email} is invited.`,
  },
  withdraw: {
    action: 'Withdraw',
    title: (email: string) => `Withdraw the invite of ${email}?`,
    text: 'The link they were sent stops working.',
    done: 'The invite is withdrawn.',
  },
} as const;

export const groupStrings = {
  list: 'Groups',
  lead: 'A group is a set of members with a spend limit of its own.',
  columns: { name: 'Name', members: 'Members', made: 'Made', actions: 'Actions' },
  actions: (name: string) => `Actions for ${name}`,
  count: (members: number) => (members === 1 ? '1 member' : `${members} members`),
  empty: {
    title: 'No groups',
    text: 'Put members who share a budget into a group, and set a spend limit for it.',
  },
  create: {
    action: 'New group',
    title: 'New group',
    submit: 'Create group',
    done: (name: string) => `The group ${name} is made.`,
  },
  edit: {
    action: 'Rename and choose members',
    title: (name: string) => `The group ${name}`,
    submit: 'Save',
    done: 'The group is changed.',
  },
  name: 'Name',
  members: 'Members',
  remove: {
    action: 'Delete',
    title: (name: string) => `Delete the group ${name}?`,
    text: 'Its spend limit goes with it. Its members stay in the organization.',
    done: 'The group is deleted.',
  },
} as const;

export const workspaceRoleStrings = {
  workspace_user: 'Workspace user',
  workspace_developer: 'Workspace developer',
  workspace_admin: 'Workspace admin',
} as const;
