/** Organizations, people and memberships. */
export { OrganizationDirectory, type OrganizationRecord } from './organization-directory.ts';
export {
  addMember,
  addToGroup,
  createGroup,
  createOrganization,
  createUser,
  findGroups,
  findMembers,
  findOrganizationByName,
  findUserByEmail,
  hasAnyOrganization,
  hasWorkspaceAuthority,
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
