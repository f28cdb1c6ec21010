import {
  ApiError,
  codeClient,
  type DeviceDecision,
  type DeviceRequest,
  type LimitValues,
} from '@svc/contract';
import type { Person } from '#exchange';
import { auditChange, type MutationContext } from '#features/audit';
import { DAY_MS, MINUTE_MS, newId, toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { mayActIn } from './session-directory.ts';
import type { CodeSignIn } from './code-sign-in.ts';
import {
  claimPending,
  countTry,
  lockPending,
  setDeviceRequest,
  type StoredDeviceRequest,
} from './store/device-requests.ts';
import { findOpenWorkspacesFor, findWorkspaceFor, insertSession } from './store/sessions.ts';

const TRIES_WINDOW_MS = 15 * MINUTE_MS;

type PendingRequest = Omit<DeviceRequest, 'workspaces'>;

/**
 * The sign-in that waits for a code. Whoever typed it last decides on it, and nobody who merely learned its id: not the first, because
 * a person may type it once more after they saw that they are signed in to another account. Every try of a person counts: 429 `rate_limited` after `user_code_tries` in 15 minutes,
 * on all nodes together. Not within a transaction: a try that fails stays counted. 404 `device_request_not_found`
 * for any other code.
 */
export async function findDeviceRequest(
  { db, clock, limits, userCodes }: Pick<CodeSignIn, 'db' | 'clock' | 'limits' | 'userCodes'>,
  { userId, userCode }: { readonly userId: string; readonly userCode: string },
): Promise<PendingRequest> {
  const nowMs = clock.nowMs();
  const { tries, begun_at: begunAtMs } = await countTry(db, userId, { nowMs, windowMs: TRIES_WINDOW_MS });
  if (tries > limits().user_code_tries) {
    throw new ApiError('rate_limited', {
      message: 'Too many codes were tried. Wait, then start again on the device and enter its new code.',
      extra: { scope: 'user' },
      retryAfterSeconds: Math.max(1, Math.ceil((begunAtMs + TRIES_WINDOW_MS - nowMs) / 1000)),
    });
  }
  const digest = userCodes.digest(userCode);
  const request = digest && (await claimPending(db, digest, userId, nowMs));
  if (!request) throw new ApiError('device_request_not_found');
  return toDeviceRequest(request);
}

/** Where a device can be signed in by this person: also in the Default workspace, which Desktop has to be given by its id (D-74). */
export async function listDeviceWorkspaces(
  scope: OrganizationScope,
  userId: string,
): Promise<DeviceRequest['workspaces']> {
  const open = await findOpenWorkspacesFor(scope, userId);
  return open.filter(mayActIn).map(({ id, name, is_default }) => ({ id, name, is_default }));
}

export interface DeviceApproval extends Pick<Person, 'ssoConnectionId'> {
  readonly requestId: string;
  readonly workspaceId: string | null;
  readonly limits: LimitValues;
}

/**
 * Signs the device in as the person who makes the change, in a workspace they may act in, or in none. Throws 404
 * `device_request_not_found` where the request was decided on, has expired or was found by another person, 404 `workspace_not_found`, and 403 `workspace_archived`.
 */
export async function approveDeviceRequest(
  change: MutationContext,
  { requestId, workspaceId, ssoConnectionId, limits }: DeviceApproval,
): Promise<DeviceDecision> {
  const { scope, userId, nowMs } = change;
  const request = await requirePending(change, requestId);
  if (workspaceId !== null) {
    const workspace = await findWorkspaceFor(scope, { userId, workspaceId });
    if (!workspace || !mayActIn(workspace))
      throw new ApiError('workspace_not_found', { param: 'workspace_id' });
    if (workspace.archived_at !== null) throw new ApiError('workspace_archived');
  }
  const id = newId('sess_', nowMs);
  await insertSession(scope.db, {
    id,
    organization_id: scope.organizationId,
    user_id: userId,
    workspace_id: workspaceId,
    client_id: request.client_id,
    surface: clientOf(request).surface,
    scope: request.scope,
    refreshed_at: null,
    ip_address: request.ip_address,
    user_agent: request.user_agent,
    created_at: nowMs,
    expires_at: nowMs + limits.refresh_token_total_days * DAY_MS,
    revoked_at: null,
    console_session_id: null,
    sso_connection_id: ssoConnectionId,
  });
  await setDeviceRequest(scope.db, request.id, { status: 'approved', session_id: id });
  await auditChange(change, { event: 'session.signed_in', resource: { type: 'session', id }, workspaceId });
  return { id: request.id, type: 'device_request', status: 'approved' };
}

/** Denies the request of the device. 404 as above. */
export async function denyDeviceRequest(change: MutationContext, requestId: string): Promise<DeviceDecision> {
  const { id } = await requirePending(change, requestId);
  await setDeviceRequest(change.scope.db, id, { status: 'denied' });
  return { id, type: 'device_request', status: 'denied' };
}

async function requirePending(
  { scope, userId, nowMs }: MutationContext,
  requestId: string,
): Promise<StoredDeviceRequest> {
  const request = await lockPending(scope.db, requestId, userId, nowMs);
  if (!request) throw new ApiError('device_request_not_found');
  return request;
}

function clientOf({ client_id }: StoredDeviceRequest) {
  const client = codeClient(client_id);
  // Not known any more since it asked.
  if (!client) throw new ApiError('device_request_not_found');
  return client;
}

function toDeviceRequest(request: StoredDeviceRequest): PendingRequest {
  const { name, surface } = clientOf(request);
  return {
    id: request.id,
    type: 'device_request',
    client_id: request.client_id,
    client_name: name,
    surface,
    scope: request.scope,
    ip_address: request.ip_address,
    user_agent: request.user_agent,
    created_at: toTimestamp(request.created_at),
    expires_at: toTimestamp(request.expires_at),
  };
}
