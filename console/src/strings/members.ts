import { counted } from './counted.ts';
import { searchNames } from './search-names.ts';

export const memberStrings = {
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
  statuses: searchNames.memberStatuses,
  factor: { true: 'On', false: 'Off' },
  never: 'Never',
  you: 'you',
  actions: (name: string) => `Actions for ${name}`,
  filter: {
    search: 'Search members',
    searchHint: 'Name, email or ID',
    role: 'Role',
    status: 'Status',
    any: 'Any',
  },
  empty: {
    title: 'Nobody found',
    text: 'No member matches the search and the filters. Change or clear them above.',
  },
  directory: 'Directory',
  origin: {
    action: 'Sign-in and role',
    title: (name: string) => `How ${name} comes in`,
    ways: 'Signs in with',
    password: 'Password',
    connection: (name: string) => `Single sign-on “${name}”`,
    none: 'Nothing yet',
    kept: 'Kept by',
    directory: 'The directory',
    people: 'Owners and administrators',
    role: 'Role',
    groups: 'Directory groups',
    sources: {
      owner: () => 'Owners keep their role, whatever groups say.',
      hand: () => 'Set here, with the invite, or as the role of new members.',
      single_sign_on: (group: string) => `From the group “${group}” of the identity provider.`,
      directory: (group: string) => `From the group “${group}” of the directory.`,
    },
    close: 'Close',
  },
  changeRole: {
    action: 'Change role',
    title: (name: string) => `Role of ${name}`,
    label: 'Role',
    submit: 'Change role',
    done: 'Role changed.',
  },
  remove: {
    action: 'Remove from the organization',
    title: (name: string) => `Remove ${name}?`,
    text: 'Their keys and sign-ins stop working immediately. What they created stays, and their usage stays in the reports.',
    submit: 'Remove',
    done: (name: string) => `${name} is no longer a member.`,
  },
  roleHints: {
    primary_owner: 'Everything. Only the primary owner can transfer the organization.',
    owner: 'Everything, including other owners and administrators.',
    administrator: 'Members, workspaces, keys, limits and settings.',
    developer: 'Creates keys and calls models in the workspaces they belong to.',
    billing: 'Sees usage and cost, records payments.',
    member: 'Uses models in the workspaces they belong to.',
  },
} as const;

export const inviteStrings = {
  list: 'Invites',
  columns: {
    email: 'Email',
    role: 'Role',
    status: 'Status',
    invited: 'Invited',
    expires: 'Expires',
    actions: 'Actions',
  },
  statuses: { pending: 'Pending', accepted: 'Accepted', expired: 'Expired', deleted: 'Revoked' },
  actions: (email: string) => `Actions for ${email}`,
  empty: {
    title: 'No invites',
    text: 'Invite a colleague. They get a link and choose their own password.',
  },
  create: {
    action: 'Invite member',
    title: 'Invite member',
    email: 'Email',
    role: 'Role',
    workspaces: 'Workspaces',
    workspacesHint: 'The workspaces they join. You can change this at any time.',
    workspaceRole: (name: string) => `Role in ${name}`,
    none: 'No access',
    submit: 'Send invite',
    /** Without a mail server there is nothing to send. */
    submitHeld: 'Create invite',
    done: (email: string) => `${email} was invited.`,
    held: {
      title: 'Pass on the link',
      text: (email: string) => `This service sends no mail. Give this link to ${email} yourself.`,
      what: 'the link of the invite',
      only: 'Only the person you invited may have it: it opens their account. It works once.',
      waits: 'It waits under Mail outbox.',
      open: 'Open the outbox',
      ask: (email: string) =>
        `${email} was invited, but this service sends no mail. Ask an owner to pass on the link: they find it under Mail outbox.`,
      done: 'Done',
    },
  },
  withdraw: {
    action: 'Revoke invite',
    title: (email: string) => `Revoke the invite for ${email}?`,
    text: 'Their link will stop working.',
    done: 'Invite revoked.',
  },
} as const;

export const groupStrings = {
  list: 'Groups',
  lead: 'A group is a set of members with a spend limit of its own.',
  columns: { name: 'Name', members: 'Members', made: 'Created', actions: 'Actions' },
  actions: (name: string) => `Actions for ${name}`,
  count: (members: number) => counted(members, 'member'),
  empty: {
    title: 'No groups',
    text: 'Put members who share a budget into a group, and set a spend limit for it.',
  },
  create: {
    action: 'New group',
    title: 'New group',
    submit: 'Create group',
    done: (name: string) => `Group ${name} created.`,
  },
  edit: {
    action: 'Edit name and members',
    title: (name: string) => `Edit group ${name}`,
    submit: 'Save',
    done: 'Group saved.',
  },
  name: 'Name',
  members: 'Members',
  remove: {
    action: 'Delete',
    title: (name: string) => `Delete the group ${name}?`,
    text: 'Its spend limit is deleted too. Its members stay in the organization.',
    done: 'Group deleted.',
  },
} as const;

export const workspaceRoleStrings = {
  workspace_user: 'Workspace user',
  workspace_developer: 'Workspace developer',
  workspace_admin: 'Workspace admin',
} as const;
