import type { CodeSession, DeviceDecision, DeviceRequest } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefix of the programs a person is signed in with. */
export const CODE_SESSIONS = ['code-sessions'] as const;

export const codeSessionList = () =>
  listOptions<CodeSession>(CODE_SESSIONS, (page, { signal }) =>
    call('GET', '/code_sessions', { query: { ...page }, signal }),
  );

export const endCodeSession = (id: string) => call('DELETE', `/code_sessions/${encodeURIComponent(id)}`);

/** A sign-in that waits on another screen (D-68). */
export const device = {
  find: (userCode: string) =>
    call<DeviceRequest>('GET', '/device_request', { query: { user_code: userCode } }),
  approve: (id: string, workspaceId: string) =>
    call<DeviceDecision>('POST', `/device_requests/${encodeURIComponent(id)}/approve`, {
      body: { workspace_id: workspaceId },
    }),
  deny: (id: string) => call<DeviceDecision>('POST', `/device_requests/${encodeURIComponent(id)}/deny`),
};
