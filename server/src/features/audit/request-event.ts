import type { HttpExchange, MatchedKey } from '#exchange';
import type { AuditActor, AuditEvent } from './record-audit.ts';

const MAX_PATH_CHARACTERS = 500;
const MAX_AGENT_CHARACTERS = 500;

/** The event every request to the Admin API leaves behind (platform contract §6.3); of its URL the path alone. */
export function requestEvent(exchange: HttpExchange, status: number): AuditEvent | undefined {
  const { key, request, requestId, address, operation } = exchange;
  if (!key || operation.credential !== 'admin') return undefined;
  const path = (request.url ?? '').split('?', 1)[0]!.slice(0, MAX_PATH_CHARACTERS);
  return {
    organizationId: key.organizationId,
    workspaceId: key.workspaceId ?? null,
    event: 'admin_api.request',
    actor: keyActor(key),
    resource: resourceOf(key),
    ipAddress: address,
    userAgent: userAgentOf(exchange),
    requestId,
    details: { method: request.method ?? operation.method, path, status },
  };
}

/** As much of it as is kept: nothing else of a request decides how large its event is. */
export function userAgentOf({ request }: HttpExchange): string | null {
  return request.headers['user-agent']?.slice(0, MAX_AGENT_CHARACTERS) ?? null;
}

/** What a request came with, as events name it. */
export function resourceOf(key: MatchedKey): AuditEvent['resource'] {
  if (key.userId !== undefined) return { type: 'session', id: key.id };
  return { type: key.workspaceId === undefined ? 'admin_key' : 'api_key', id: key.id };
}

/** The key of a request or the person behind a session, as events name it. */
export function keyActor(key: MatchedKey): AuditActor {
  if (key.userId !== undefined)
    return { type: 'user', id: key.userId, email: key.userEmail ?? null, role: key.userRole ?? null };
  const type = key.workspaceId === undefined ? 'admin_key' : 'api_key';
  return { type, id: key.id, email: key.creatorEmail ?? null, role: key.creatorRole ?? null };
}
