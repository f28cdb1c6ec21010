import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../plugins/plugins-fixture.ts';
import { ADMIN_SECRET } from '../console/console-fixture.ts';
import { OperationCaller } from './operation-caller.ts';

interface Change {
  readonly event: string;
  readonly method: string;
  /** `{id}` is what the change before it made. */
  readonly path: string;
  readonly body?: object;
}

const ORGANIZATION = '/v1/organizations';
const TEMPLATE = { name: 'greet', messages: [{ role: 'user', content: 'Hello' }] };
/** One change of each kind that has no test of its own event. */
const CHANGES: readonly Change[] = [
  {
    event: 'workspace.created',
    method: 'POST',
    path: `${ORGANIZATION}/workspaces`,
    body: { name: 'Second' },
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
  { event: 'plugin.created', method: 'POST', path: `${ORGANIZATION}/plugins` },
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

async function make({ event, method, path, body }: Change, id: string) {
  const { fixture } = caller;
  const key = path.startsWith(ORGANIZATION) ? ADMIN_SECRET : fixture.secrets.pia;
  const named = path.replace('{id}', id).replace('{member}', fixture.ids['member']!);
  const sent = event === 'plugin.created' ? pluginForm() : body && JSON.stringify(body);
  const answer = await fetch(`http://127.0.0.1:${fixture.service.port}${named}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'svc-beta': 'admin-2026-11-01',
      ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
    },
    ...(sent && { body: sent }),
  });
  const made = (await answer.json()) as { id?: string };
  return { status: answer.status, id: made.id, requestId: answer.headers.get('x-request-id') };
}

describe('the audit log', () => {
  it('ADMIN-39 has an event of its kind for every change, with the request that made it', async () => {
    let last = '';
    for (const change of CHANGES) {
      const { status, id = last, requestId } = await make(change, last);
      last = id;
      const events = (await caller.fixture.admin('GET', `/audit_events?event=${change.event}`)).body.data;
      expect([change.event, status < 300, events[0]]).toMatchObject([
        change.event,
        true,
        { event: change.event, request_id: requestId },
      ]);
    }
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
