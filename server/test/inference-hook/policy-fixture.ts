import { expect } from 'vitest';
import { MAIN_KEY, readReply, type HttpReply, type RunningService } from '#test-kit';
import { startToolsFixture, type FixtureSettings, type ToolsFixture } from '../tools/tools-fixture.ts';
import { startHookServer, type HookServer } from './hook-server.ts';

const ADMIN_KEY = `sk_admin_${'6'.repeat(64)}`;
export const OTHER_KEY = `sk_live_${'2'.repeat(64)}`;
const HOOK = '/v1/organizations/inference_hook';
const KEY = { workspace: 'Default', created_by: 'ada@acme.test', kind: 'private' };

/** What an organization needs to have a hook. */
const WITH_ADMIN_KEY = {
  admin_keys: [{ name: 'admin', created_by: 'ada@acme.test', secret: ADMIN_KEY }],
};
/** What a deployment needs to ask a hook of a test. */
export const WITH_LOCAL_HOOKS = {
  network: { allow_private_targets: ['127.0.0.1'] },
  webhooks: { allow_http: true },
};

export async function administer(
  service: RunningService,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpReply> {
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${ADMIN_KEY}`,
      'svc-beta': 'admin-2026-11-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return readReply(response);
}

/** Makes the service ask `url`, in mode `enforce` unless told otherwise. */
export async function setHook(
  service: RunningService,
  url: string,
  settings: object = {},
): Promise<HttpReply> {
  const reply = await administer(service, 'PUT', HOOK, { url, mode: 'enforce', ...settings });
  expect([200, 201], JSON.stringify(reply.body)).toContain(reply.status);
  return reply;
}

/** The hook as it is, once what this node counted is written down. */
export async function readHook(service: RunningService): Promise<HttpReply['body']> {
  await service.advance(10);
  return (await administer(service, 'GET', HOOK)).body;
}

/** The organization's audit events of this name, newest first. */
export async function auditEvents(service: RunningService, event: string): Promise<HttpReply['body'][]> {
  const { body } = await administer(
    service,
    'GET',
    `/v1/organizations/audit_events?event=${event}&limit=100`,
  );
  return body.data as HttpReply['body'][];
}

export interface PolicyFixture extends ToolsFixture {
  readonly hook: HookServer;
}

/** A model at a scripted engine, server tools, and a server that is asked. */
export async function startPolicyFixture(more: FixtureSettings = {}): Promise<PolicyFixture> {
  const [hook, tools] = await Promise.all([
    startHookServer(),
    startToolsFixture(
      { ...WITH_LOCAL_HOOKS, ...more },
      {
        ...WITH_ADMIN_KEY,
        workspaces: [{ name: 'Default' }, { name: 'Other' }],
        keys: [
          { ...KEY, name: 'main', secret: MAIN_KEY },
          { ...KEY, name: 'other', workspace: 'Other', secret: OTHER_KEY },
        ],
      },
    ),
  ]);
  return {
    ...tools,
    hook,
    stop: async () => {
      await tools.stop();
      await hook.close();
    },
  };
}
