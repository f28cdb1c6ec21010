import { listAuditEvents } from '#features/audit';
import { Created } from '#features/changes';
import { endSessionsOfMember } from '#features/code-sessions';
import { changeAdminKey, changeApiKey, listAdminKeys, listApiKeys, readAdminKey, readApiKey } from '#features/keys';
import { readRateLimits, readWorkspaceRateLimits, replaceWorkspaceRateLimits } from '#features/limits';
import {
  changeOrganization,
  changeUserRole,
  inviteUser,
  listInvites,
  listUsers,
  readInvite,
  readOrganization,
  readUser,
  removeUser,
  withdrawInvite,
} from '#features/organization';
import { reportCode, reportCost, reportUsage } from '#features/reports';
import { listSpendLimits, putSpendLimit, readSpendLimit, removeSpendLimit } from '#features/spend-limits';
import {
  archiveWorkspace,
  changeWorkspace,
  changeWorkspaceRole,
  joinWorkspace,
  leaveWorkspace,
  listWorkspaceMembers,
  listWorkspaces,
  openWorkspace,
  readWorkspace,
  readWorkspaceMember,
  unarchiveWorkspace,
  type WorkspaceRules,
} from '#features/workspaces';
import type { AdministrationAnswers } from './administration-routes.ts';
import type { Rooms } from '../rooms.ts';

/** What answers each operation of the Admin API, behind every check that needs no stored object. */
export function administrationAnswers(rooms: Rooms): AdministrationAnswers {
  return { ...organizationAnswers(rooms), ...workspaceAnswers(rooms), ...limitAnswers(rooms), ...reportAnswers(rooms) };
}

function organizationAnswers(rooms: Rooms) {
  const nowMs = (): number => rooms.clock.nowMs();
  const regions = (): readonly string[] => rooms.deployment().data_regions;
  return {
    readOrganization: (scope) => readOrganization(scope, regions()),
    updateOrganization: (change, { body }) => changeOrganization(change, body, regions()),
    listApiKeys: (scope, { query }) => listApiKeys(scope, query, nowMs()),
    readApiKey: (scope, { params }) => readApiKey(scope, params.api_key_id, nowMs()),
    updateApiKey: (change, { params, body }) => changeApiKey(change, params.api_key_id, body),
    listAdminKeys: (scope, { query }) => listAdminKeys(scope, query),
    readAdminKey: (scope, { params }) => readAdminKey(scope, params.key_id),
    updateAdminKey: (change, { params, body }) => changeAdminKey(change, params.key_id, body),
    listUsers: (scope, { query }) => listUsers(scope, query),
    readUser: (scope, { params }) => readUser(scope, params.user_id),
    updateUser: (change, { params, body }) => changeUserRole(change, params.user_id, body.role),
    removeUser: async (change, { params }) => {
      const removed = await removeUser(change, params.user_id);
      await endSessionsOfMember(change, params.user_id);
      return removed;
    },
    createInvite: async (change, { body }) => {
      const { seal } = rooms.outbox;
      return new Created(await inviteUser(change, body, { days: rooms.limits().invite_days, seal }));
    },
    listInvites: (scope, { query }) => listInvites(scope, query, nowMs()),
    readInvite: (scope, { params }) => readInvite(scope, params.invite_id, nowMs()),
    deleteInvite: (change, { params }) => withdrawInvite(change, params.invite_id),
  } satisfies Partial<AdministrationAnswers>;
}

function workspaceAnswers(rooms: Rooms) {
  const rules = (): WorkspaceRules => ({ regions: rooms.deployment().data_regions, mostActive: rooms.limits().active_workspaces });
  return {
    createWorkspace: async (change, { body }) => new Created(await openWorkspace(change, body, rules())),
    listWorkspaces: (scope, { query }) => listWorkspaces(scope, query),
    readWorkspace: (scope, { params }) => readWorkspace(scope, params.workspace_id),
    updateWorkspace: (change, { params, body }) => changeWorkspace(change, params.workspace_id, body, rules()),
    archiveWorkspace: (change, { params }) => archiveWorkspace(change, params.workspace_id),
    unarchiveWorkspace: (change, { params }) => unarchiveWorkspace(change, params.workspace_id, rules()),
    listWorkspaceMembers: (scope, { params, query }) => listWorkspaceMembers(scope, params.workspace_id, query),
    addWorkspaceMember: async (change, { params, body }) =>
      new Created(await joinWorkspace(change, params.workspace_id, body.user_id, body.role)),
    readWorkspaceMember: (scope, { params }) => readWorkspaceMember(scope, params.workspace_id, params.user_id),
    updateWorkspaceMember: (change, { params, body }) => changeWorkspaceRole(change, params.workspace_id, params.user_id, body.role),
    removeWorkspaceMember: (change, { params }) => leaveWorkspace(change, params.workspace_id, params.user_id),
  } satisfies Partial<AdministrationAnswers>;
}

function limitAnswers(rooms: Rooms) {
  const nowMs = (): number => rooms.clock.nowMs();
  return {
    readRateLimits: (scope) => readRateLimits(rooms, scope),
    readWorkspaceRateLimits: (scope, { params }) => readWorkspaceRateLimits(rooms, scope, params.workspace_id),
    setWorkspaceRateLimits: (change, { params, body }) => replaceWorkspaceRateLimits(rooms, change, params.workspace_id, body.overrides),
    clearWorkspaceRateLimits: (change, { params }) => replaceWorkspaceRateLimits(rooms, change, params.workspace_id, []),
    listSpendLimits: (scope, { query }) => listSpendLimits(scope, query, nowMs()),
    setSpendLimit: async (change, { body }) => {
      const { isNew, limit } = await putSpendLimit(change, body);
      return isNew ? new Created(limit) : limit;
    },
    readSpendLimit: (scope, { params }) => readSpendLimit(scope, params.spend_limit_id, nowMs()),
    deleteSpendLimit: (change, { params }) => removeSpendLimit(change, params.spend_limit_id),
  } satisfies Partial<AdministrationAnswers>;
}

function reportAnswers(rooms: Rooms) {
  return {
    listAuditEvents: async (scope, { query }) => {
      // Whoever looks for their own last request finds it.
      await rooms.requestAudit.flush();
      return listAuditEvents(scope, query);
    },
    reportUsage: (scope, { query }) => reportUsage(scope, query, rooms.limits(), rooms.clock.nowMs()),
    reportCost: (scope, { query }) => reportCost(scope, query, rooms.limits(), rooms.clock.nowMs()),
    reportCodeAnalytics: (scope, { query }) => reportCode(scope, query),
  } satisfies Partial<AdministrationAnswers>;
}
