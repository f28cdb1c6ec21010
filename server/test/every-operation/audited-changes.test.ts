import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMINISTRATION_OPERATIONS, type Operation } from '@svc/contract';
import { bundle } from '../plugins/plugins-fixture.ts';
import { ADMIN_SECRET } from '../console/console-fixture.ts';
import { OperationCaller } from './operation-caller.ts';

interface Change {
  readonly event: string;
  readonly method: string;
  /** `{id}` is what the change before it made; other names are those of known ids. */
  readonly path: string;
  readonly body?: object;
}

const ORGANIZATION = '/v1/organizations';
const CONSOLE = '/console/api';
const TEMPLATE = { name: 'greet', messages: [{ role: 'user', content: 'Hello' }] };
/** One change of each kind that has no test of its own event. */
const CHANGES: readonly Change[] = [
  {
    event: 'workspace.created',
    method: 'POST',
    path: `${ORGANIZATION}/workspaces`,
    body: { name: 'Second' },
  },
  { event: 'workspace.archived', method: 'POST', path: `${ORGANIZATION}/workspaces/{id}/archive` },
  { event: 'workspace.unarchived', method: 'POST', path: `${ORGANIZATION}/workspaces/{id}/unarchive` },
  {
    event: 'workspace_member.added',
    method: 'POST',
    path: `${ORGANIZATION}/workspaces/{id}/members`,
    body: { user_id: '{member}', role: 'workspace_user' },
  },
  {
    event: 'workspace_member.updated',
    method: 'PATCH',
    path: `${ORGANIZATION}/workspaces/{id}/members/{member}`,
    body: { role: 'workspace_admin' },
  },
  {
    event: 'workspace_member.removed',
    method: 'DELETE',
    path: `${ORGANIZATION}/workspaces/{id}/members/{member}`,
  },
  {
    event: 'admin_key.updated',
    method: 'PATCH',
    path: `${ORGANIZATION}/admin_keys/{key_id}`,
    body: { name: 'renamed' },
  },
  {
    event: 'member.invited',
    method: 'POST',
    path: `${ORGANIZATION}/invites`,
    body: { email: 'second@acme.example', role: 'member' },
  },
  { event: 'invite.deleted', method: 'DELETE', path: `${ORGANIZATION}/invites/{id}` },
  { event: 'member.removed', method: 'DELETE', path: `${ORGANIZATION}/users/{member}` },
  { event: 'prompt_template.version_created', method: 'POST', path: '/v1/prompts/templates', body: TEMPLATE },
  {
    event: 'agent.created',
    method: 'POST',
    path: '/v1/agents',
    body: { name: 'Support', model: 'Svc Standard' },
  },
  { event: 'agent.updated', method: 'PATCH', path: '/v1/agents/{id}', body: { name: 'Help' } },
  { event: 'agent.archived', method: 'POST', path: '/v1/agents/{id}/archive' },
  { event: 'agent.deleted', method: 'DELETE', path: '/v1/agents/{id}' },
  { event: 'plugin.created', method: 'POST', path: `${ORGANIZATION}/plugins` },
  { event: 'plugin.installed', method: 'PUT', path: `${CONSOLE}/me/plugins/{id}`, body: { installed: true } },
  {
    event: 'plugin.uninstalled',
    method: 'PUT',
    path: `${CONSOLE}/me/plugins/{id}`,
    body: { installed: false },
  },
  {
    event: 'plugin.updated',
    method: 'PATCH',
    path: `${ORGANIZATION}/plugins/{id}`,
    body: { policy: 'blocked' },
  },
];

let caller: OperationCaller;
beforeAll(async () => {
  caller = await OperationCaller.start();
});
afterAll(() => caller?.stop());

function pluginForm(): FormData {
  const form = new FormData();
  form.append('file', new File([bundle('audited', '1.0.0') as BlobPart], 'audited.zip'));
  return form;
}

async function make({ event, method, path, body }: Change, last: string) {
  const { fixture, known } = caller;
  const ids: Readonly<Record<string, string>> = { ...fixture.ids, ...known, id: last };
  const withIds = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
  const named = withIds(path);
  if (path.startsWith(CONSOLE)) {
    const { status, headers } = await fixture.as('primary_owner', method, named.slice(CONSOLE.length), body);
    return { status, id: last, requestId: headers.get('x-request-id') };
  }
  const key = path.startsWith(ORGANIZATION) ? ADMIN_SECRET : fixture.secrets.pia;
  const sent = event === 'plugin.created' ? pluginForm() : body && withIds(JSON.stringify(body));
  const response = await fetch(`http://127.0.0.1:${fixture.service.port}${named}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'svc-beta': 'admin-2026-11-01,agents-2026-11-01',
      ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
    },
    ...(sent && { body: sent }),
  });
  const made = (await response.json()) as { id?: string };
  return { status: response.status, id: made.id ?? last, requestId: response.headers.get('x-request-id') };
}

interface LoggedRequest {
  readonly request_id: string;
  readonly actor: { readonly type: string; readonly id: string };
  readonly ip_address: string;
  readonly details: object;
}

/** All requests that were logged, by their ids. */
async function loggedRequests(): Promise<Map<string, LoggedRequest>> {
  const logged: LoggedRequest[] = [];
  for (let after = '', hasMore = true; hasMore;) {
    const query = `event=admin_api.request&limit=100${after && `&after_id=${after}`}`;
    const { body } = await caller.fixture.admin('GET', `/audit_events?${query}`);
    logged.push(...body.data);
    [after, hasMore] = [body.last_id, body.has_more];
  }
  return new Map(logged.map((event) => [event.request_id, event]));
}

/** Refused where it would change something: without the flag, and with it for its body or an id that nothing has. */
async function ask({ method, path, bodyLimit }: Operation, flags: string) {
  const named = path.replaceAll(/\{\w+\}/g, 'none');
  const { status, headers } = await fetch(`http://127.0.0.1:${caller.fixture.service.port}${named}?limit=5`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_SECRET}`,
      ...(flags && { 'svc-beta': flags }),
      ...(bodyLimit && { 'content-type': 'application/json' }),
    },
    ...(bodyLimit && { body: '[]' }),
  });
  return { requestId: headers.get('x-request-id')!, details: { method, path: named, status } };
}

describe('the audit log', () => {
  it('ADMIN-44 ADMIN-45 has every request of every operation of the Admin API, answered or refused', async () => {
    const asked = [];
    for (const flags of ['', 'admin-2026-11-01'])
      for (const operation of ADMINISTRATION_OPERATIONS) asked.push(await ask(operation, flags));
    expect(new Set(asked.map(({ details }) => details.status))).toEqual(new Set([200, 400, 404]));
    const logged = await loggedRequests();
    const about = asked.map(({ requestId }) => logged.get(requestId));
    expect(about).toMatchObject(
      asked.map(({ requestId, details }) => ({
        request_id: requestId,
        actor: { type: 'admin_key', id: caller.known['key_id'] },
        ip_address: '127.0.0.1',
        details,
      })),
    );
  });

  it('ADMIN-39 has an event of its kind for every change, with the request that made it', async () => {
    let last = '';
    for (const change of CHANGES) {
      const { status, id, requestId } = await make(change, last);
      last = id;
      const events = (await caller.fixture.admin('GET', `/audit_events?event=${change.event}`)).body.data;
      expect([change.event, status < 300, events[0]]).toMatchObject([
        change.event,
        true,
        { event: change.event, request_id: requestId },
      ]);
    }
  });

  it('D-CONS-1 has those of an owner whose sign-in an operator resets', async () => {
    const { api, admin, operator, organizations, ids } = caller.fixture;
    const { body } = await api('POST', `/organizations/${organizations['Acme']}/owner_link`, { body: {} });
    const setup = { name: 'Pia', email: 'pia.new@acme.test', password: 'a password of owners' };
    const token = body.url.split('#')[1] as string;
    const { status } = await operator.browser.copy().post(`${CONSOLE}/auth/set_up`, { token, ...setup });
    expect(status).toBe(200);
    const { data } = (await admin('GET', `/audit_events?resource_id=${ids['primary_owner']}&limit=100`)).body;
    const actors = data.map(({ event, actor }: { event: string; actor: { type: string } }) => [
      event,
      actor.type,
    ]);
    expect(Object.fromEntries(actors)).toMatchObject({
      'owner.reset': 'system',
      'owner.set_up': 'user',
      'email.changed': 'user',
    });
  });

  it('has those of keys of operators among the events of the deployment', async () => {
    const { service, api } = caller.fixture;
    const { id } = await service.operator.createOperatorKey({
      name: 'audited',
      role: 'operator',
      allowed_ips: [],
    });
    await service.operator.revokeOperatorKey(id);
    const { data } = (await api('GET', '/events?limit=100')).body;
    const about = data.filter(({ resource }: { resource: { id?: string } | null }) => resource?.id === id);
    expect(about.map(({ event }: { event: string }) => event)).toEqual([
      'operator_key.revoked',
      'operator_key.created',
    ]);
  });
});
