/** Organizations, people and memberships. */
export { CredentialEpochs } from './epochs.ts';
export { findCurrentOrganization, OrganizationDirectory, type OrganizationRecord } from './organization-directory.ts';
export { changeOrganization, readOrganization } from './administered-organization.ts';
export { findNamedOrganization } from './named-organization.ts';
export { isAdministrator, requireOwner } from './authority.ts';
export { listUsers, readUser, requireUser } from './users.ts';
export { wasMember } from './store/users.ts';
export { changeUserRole, removeUser } from './change-user.ts';
export { transferOwnership } from './transfer-ownership.ts';
export { findInviteByToken, listInvites, readInvite } from './invites.ts';
export { acceptInvite } from './accept-invite.ts';
export { inviteUser, withdrawInvite } from './change-invite.ts';
export { createUser, findUserByEmail, updateAccount, type Account } from './store/accounts.ts';
export { addMember, findMembers, updateMember, type Member, type MemberStatus } from './store/members.ts';
export {
  bumpEpoch,
  createOrganization,
  findOrganizationByName,
  hasAnyOrganization,
  loadOrganizations,
  lockOrganization,
  updateOrganization,
  type NewOrganization,
  type OrganizationSettings,
} from './store/organizations.ts';
