import { ApiError } from '@svc/contract';
import { listLedger, MANUAL_PAYMENTS, readBilling, recordPayment } from '#features/billing';
import { Created } from '#features/changes';
import {
  approveDevice,
  denyDevice,
  findDeviceRequest,
  issuePlaygroundToken,
  listCodeSessions,
  listDeviceWorkspaces,
  revokeCodeSession,
} from '#features/code-sessions';
import { changeGroup, createNamedGroup, listGroups, readGroup, removeGroup } from '#features/groups';
import {
  changeApiKey,
  listApiKeys,
  makeAdminKey,
  makeApiKey,
  readApiKey,
  revokeAdminKey,
  revokeApiKey,
  rotateApiKey,
} from '#features/keys';
import { listMail } from '#features/mail';
import { transferOwnership } from '#features/organization';
import { requireInWorkspace } from '#features/permissions';
import { readRequest, reportCode, reportCost, reportUsage } from '#features/reports';
import type { AdministrationAnswers } from './administration-routes.ts';
import type { ConsoleAnswers, NarrowedAnswers } from './console-routes.ts';
import { readMe } from './read-me.ts';
import type { Rooms } from '../rooms.ts';

/** Operations of the Admin API whose answer to a person ends where their roles do (platform contract §5.2 and §5.4). */
export function narrowedAnswers(rooms: Rooms, administration: AdministrationAnswers): NarrowedAnswers {
  const { clock } = rooms;
  return {
    listApiKeys: (scope, { query }, { extent }) => listApiKeys(scope, query, clock.nowMs(), extent),
    readApiKey: (scope, { params }, { extent }) => readApiKey(scope, params.api_key_id, clock.nowMs(), extent),
    updateApiKey: (change, { params, body }, { extent }) => changeApiKey(change, params.api_key_id, body, extent),
    updateWorkspace: async (change, call, { extent }) => {
      // CONS-18: the addresses of a workspace are for owners and administrators.
      if (call.body.allowed_ips !== undefined && extent !== 'everything') throw new ApiError('role_required', { param: 'allowed_ips' });
      return administration.updateWorkspace(change, call);
    },
    reportUsage: (scope, { query }, { extent }) => reportUsage(scope, query, rooms.limits(), clock.nowMs(), extent),
    reportCost: (scope, { query }, { extent }) => reportCost(scope, query, rooms.limits(), clock.nowMs(), extent),
    reportCodeAnalytics: (scope, { query }, { extent }) => reportCode(scope, query, extent),
  };
}

/** What answers each operation that only the Console has. */
export function consoleAnswers(rooms: Rooms): ConsoleAnswers {
  return {
    ...keyAnswers(),
    ...peopleAnswers(rooms),
    ...usageAnswers(rooms),
    ...codeSessionAnswers(rooms),
    readMe: (scope, _, asker) => readMe(rooms, scope, asker),
  };
}

function keyAnswers() {
  return {
    createApiKey: async (change, { body }, { standing }) => {
      requireInWorkspace(standing, 'api_keys.create', body.workspace_id);
      return new Created(await makeApiKey(change, body));
    },
    rotateApiKey: async (change, { params, body }, { standing, extent }) => {
      const { workspace_id: workspaceId } = await readApiKey(change.scope, params.api_key_id, change.nowMs, extent);
      requireInWorkspace(standing, 'api_keys.create', workspaceId);
      return new Created(await rotateApiKey(change, params.api_key_id, body, extent));
    },
    revokeApiKey: (change, { params }, { extent }) => revokeApiKey(change, params.api_key_id, extent),
    createAdminKey: async (change, { body }) => new Created(await makeAdminKey(change, body)),
    revokeAdminKey: (change, { params }) => revokeAdminKey(change, params.key_id),
  } satisfies Partial<ConsoleAnswers>;
}

function peopleAnswers(rooms: Rooms) {
  return {
    transferOwnership: (change, { body }) => transferOwnership(change, body.user_id, rooms.deployment().data_regions),
    listGroups: (scope, { query }) => listGroups(scope, query),
    createGroup: async (change, { body }) => new Created(await createNamedGroup(change, body, rooms.limits().groups_per_organization)),
    readGroup: (scope, { params }) => readGroup(scope, params.group_id),
    updateGroup: (change, { params, body }) => changeGroup(change, params.group_id, body),
    listMails: (scope, { query }) => listMail(scope, query, rooms.outbox),
    deleteGroup: (change, { params }) => removeGroup(change, params.group_id),
  } satisfies Partial<ConsoleAnswers>;
}

function usageAnswers(rooms: Rooms) {
  return {
    readBilling: (scope) => readBilling(scope, rooms, rooms.clock.nowMs()),
    listLedgerEntries: (scope, { query }) => listLedger(scope, query),
    recordPayment: async (change, { body }) => new Created(await recordPayment(change, body, MANUAL_PAYMENTS)),
    readRequest: (scope, { params }, { extent }) => readRequest(scope, params.request_id, extent),
    createPlaygroundCredential: async (scope, { body: { workspace_id: workspaceId } }, { person, standing }) => {
      requireInWorkspace(standing, 'playground.use', workspaceId);
      return issuePlaygroundToken(rooms.codeSignIn, scope, person, workspaceId);
    },
  } satisfies Partial<ConsoleAnswers>;
}

function codeSessionAnswers(rooms: Rooms) {
  const { clock, codeSignIn } = rooms;
  return {
    findDeviceRequest: async (scope, { query }, { person: { userId } }) => {
      const request = await findDeviceRequest(codeSignIn, { userId, userCode: query.user_code });
      return { ...request, workspaces: await listDeviceWorkspaces(scope, userId) };
    },
    approveDeviceRequest: (change, { params, body }) =>
      approveDevice(change, { requestId: params.device_request_id, workspaceId: body.workspace_id, limits: rooms.limits() }),
    denyDeviceRequest: (change, { params }) => denyDevice(change, params.device_request_id),
    listCodeSessions: (scope, { query }, { person: { userId } }) =>
      listCodeSessions(scope, query, { userId, limits: rooms.limits(), nowMs: clock.nowMs() }),
    revokeCodeSession: (change, { params }) => revokeCodeSession(change, params.code_session_id),
  } satisfies Partial<ConsoleAnswers>;
}
