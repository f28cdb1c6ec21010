/** Organizations, people and memberships, and how an organization is changed. */
export { CredentialEpochs } from './epochs.ts';
export {
  findCurrentOrganization,
  OrganizationDirectory,
  type OrganizationRecord,
} from './organization-directory.ts';
export type { InferenceHookRecord } from './inference-hook-record.ts';
export { requireAllowedServers } from './mcp-policy.ts';
export { findNamedOrganization } from './named-organization.ts';
export { isAdministrator, requireOwner } from './authority.ts';
export { endMembership } from './manage-users.ts';
export { listUsers, requireUser } from './users.ts';
export { changeByOperator } from './change-by-operator.ts';
export { findMembership, isMemberElsewhere, setRoles, wasMember, wasMemberElsewhere } from './store/users.ts';
export { requiringOrganization } from './store/required-sign-on.ts';
export { runChange, type ChangeAuthor, type RunChangeDeps } from './run-change.ts';
export { findInviteByToken } from './invites.ts';
export { acceptInvite } from './accept-invite.ts';
export {
  claimEmail,
  createUser,
  findUserByEmail,
  setUnverified,
  updateAccount,
  type Account,
} from './store/accounts.ts';
export { addMember, findMembers, updateMember, type Member, type MemberStatus } from './store/members.ts';
export {
  bumpEpoch,
  createOrganization,
  findOrganizationByName,
  hasAnyOrganization,
  loadOrganizations,
  lockOrganization,
  updateOrganizationRow,
  type NewOrganization,
  type OrganizationSettings,
} from './store/organizations.ts';
export { organizationModule } from './organization-module.ts';
export { openOrganization } from './open-organization.ts';
