import type { CodeSession } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefix of the programs a person is signed in with. */
export const CODE_SESSIONS = ['code-sessions'] as const;

export const codeSessionList = () =>
  listOptions<CodeSession>(CODE_SESSIONS, (query, options) =>
    call('listCodeSessions', { query, ...options }),
  );

export const endCodeSession = (id: string) => call('revokeCodeSession', { path: { code_session_id: id } });

/** A sign-in that waits on another screen (D-68). */
export const device = {
  find: (userCode: string) => call('findDeviceRequest', { query: { user_code: userCode } }),
  approve: (id: string, workspaceId: string) =>
    call('approveDeviceRequest', { path: { device_request_id: id }, body: { workspace_id: workspaceId } }),
  deny: (id: string) => call('denyDeviceRequest', { path: { device_request_id: id } }),
};
