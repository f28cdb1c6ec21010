import { deletion, pageQuery } from '../../schemas/administration/page.ts';
import {
  CodeSessionList,
  deviceApproval,
  DeviceDecision,
  DeviceRequest,
  deviceRequestQuery,
} from '../../schemas/console/code-sessions.ts';
import { consoleOperation } from './console-operation.ts';

const REQUESTS = '/console/api/device_requests';
const SESSIONS = '/console/api/code_sessions';

/** Programs that people sign in with: asked for on a device, approved here, ended here (D-68, CONS-15). */
export const CODE_SESSION_OPERATIONS = [
  consoleOperation({
    id: 'findDeviceRequest',
    method: 'GET',
    path: '/console/api/device_request',
    summary: 'Find the device sign-in of a user code',
    permission: 'signed_in',
    query: deviceRequestQuery,
    response: DeviceRequest,
    errors: ['device_request_not_found', 'rate_limited'],
  }),
  consoleOperation({
    id: 'approveDeviceRequest',
    method: 'POST',
    path: `${REQUESTS}/{device_request_id}/approve`,
    summary: 'Approve a device sign-in',
    permission: 'signed_in',
    body: deviceApproval,
    response: DeviceDecision,
    errors: ['device_request_not_found', 'workspace_not_found', 'workspace_archived'],
  }),
  consoleOperation({
    id: 'denyDeviceRequest',
    method: 'POST',
    path: `${REQUESTS}/{device_request_id}/deny`,
    summary: 'Deny a device sign-in',
    permission: 'signed_in',
    response: DeviceDecision,
    errors: ['device_request_not_found'],
  }),
  consoleOperation({
    id: 'listCodeSessions',
    method: 'GET',
    path: SESSIONS,
    summary: 'List the programs you are signed in with',
    permission: 'signed_in',
    query: pageQuery,
    response: CodeSessionList,
  }),
  consoleOperation({
    id: 'revokeCodeSession',
    method: 'DELETE',
    path: `${SESSIONS}/{code_session_id}`,
    summary: 'Sign a program out',
    permission: 'signed_in',
    response: deletion('code_session'),
    errors: ['session_not_found'],
  }),
] as const;
