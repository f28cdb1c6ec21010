/** Organizations, people and memberships. */
export { CredentialEpochs } from './epochs.ts';
export { OrganizationDirectory, type OrganizationRecord } from './organization-directory.ts';
export { changeOrganization, readOrganization } from './administered-organization.ts';
export { isAboveAdministrators, requireOwner, requireRank } from './authority.ts';
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
