import type { LimitValues } from '@svc/contract';
import { credentialCache, type ConsoleHandlers, type Module } from '#features/module';
import { requireInWorkspace, type MemberCaller } from '#features/permissions';
import type { Clock } from '#kit';
import type { Store } from '#store';
import {
  approveDeviceRequest,
  denyDeviceRequest,
  findDeviceRequest,
  listDeviceWorkspaces,
} from './approve-device-request.ts';
import type { CodeSignIn } from './code-sign-in.ts';
import { listCodeSessions } from './list-code-sessions.ts';
import type { DesktopTurns } from './desktop-turns.ts';
import { dropEndedSignIns } from './drop-ended-sign-ins.ts';
import { endSessionsOfMember, endSessionsWithoutSignOn, revokeCodeSession } from './end-sessions.ts';
import { createPlaygroundCredential } from './playground-credential.ts';
import { SEALED_SIGNING_KEYS } from './sealed-signing-keys.ts';

export interface CodeSessionsModuleDeps {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly codeSignIn: CodeSignIn;
  readonly desktopTurns: DesktopTurns;
}

export function oauthModule({ db, clock, limits, codeSignIn, desktopTurns }: CodeSessionsModuleDeps) {
  return {
    console: {
      findDeviceRequest: async (scope, { query }, { person: { userId } }) => {
        const request = await findDeviceRequest(codeSignIn, { userId, userCode: query.user_code });
        return { ...request, workspaces: await listDeviceWorkspaces(scope, userId) };
      },
      approveDeviceRequest: (change, { params, body }, { person: { ssoConnectionId } }) =>
        approveDeviceRequest(change, {
          requestId: params.device_request_id,
          workspaceId: body.workspace_id,
          ssoConnectionId,
          limits: limits(),
        }),
      denyDeviceRequest: (change, { params }) => denyDeviceRequest(change, params.device_request_id),
      listCodeSessions: (scope, { query }, { person: { userId } }) =>
        listCodeSessions(scope, query, { userId, limits: limits(), nowMs: clock.nowMs() }),
      revokeCodeSession: (change, { params }) => revokeCodeSession(change, params.code_session_id),
      createPlaygroundCredential: async (
        scope,
        { body: { workspace_id: workspaceId } },
        { person, roles },
      ) => {
        requireInWorkspace(roles, 'playground.use', workspaceId);
        return createPlaygroundCredential(codeSignIn, scope, person, workspaceId);
      },
    } satisfies Partial<ConsoleHandlers<MemberCaller>>,
    caches: [credentialCache(codeSignIn.codeSessions, 'id')],
    sealed: [SEALED_SIGNING_KEYS],
    retention: { sign_ins: (nowMs) => dropEndedSignIns(db, limits(), nowMs) },
    memberRemoved: endSessionsOfMember,
    signOnRequired: endSessionsWithoutSignOn,
    close: () => desktopTurns.close(),
  } satisfies Module;
}
