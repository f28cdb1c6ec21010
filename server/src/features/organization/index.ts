/** Organizations, people and memberships. */
export { CredentialEpochs } from './epochs.ts';
export { findCurrentOrganization, OrganizationDirectory, type OrganizationRecord } from './organization-directory.ts';
export { changeOrganization, readOrganization } from './administered-organization.ts';
export { findNamedOrganization, UnknownOrganization } from './named-organization.ts';
export { requireOwner } from './authority.ts';
export { listUsers, readUser, requireUser } from './users.ts';
export { changeUserRole, removeUser } from './change-user.ts';
export { transferOwnership } from './transfer-ownership.ts';
export { findInviteByToken, listInvites, readInvite } from './invites.ts';
export { acceptInvite } from './accept-invite.ts';
export { inviteUser, withdrawInvite } from './change-invite.ts';
export {
  addMember,
  addToGroup,
  bumpEpoch,
  createGroup,
  createOrganization,
  createUser,
  findGroups,
  findMembers,
  findOrganizationByName,
  findUserByEmail,
  hasAnyOrganization,
  hasWorkspaceAuthority,
  loadOrganizations,
  lockOrganization,
  updateAccount,
  updateMember,
  updateOrganization,
  type Account,
  type Member,
  type MemberRole,
  type MemberStatus,
  type NewOrganization,
  type OrganizationSettings,
} from './store.ts';
