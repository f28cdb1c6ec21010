import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneModel, oneOrganization } from '../../../server/test-kit/index.ts';
import { require } from '../proof.ts';
import { prepareFolder, type ServiceFolder } from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

/** `sk_live_` and a number of its own for each workspace. */
export function workspaceKey(number: number): string {
  return `sk_live_${number.toString(16).padStart(64, '0')}`;
}

export interface WebhookFolder extends ServiceFolder {
  remove(): Promise<void>;
}

/** A deployment with so many workspaces beside the one with the main key, which may send to this machine. */
export async function prepareWebhookFolder(databaseUrl: string, workspaces: number): Promise<WebhookFolder> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-webhooks-'));
  const names = Array.from({ length: workspaces }, (_, number) => `Workspace ${number}`);
  const provisioning = oneOrganization({
    workspaces: [{ name: 'Default' }, ...names.map((name) => ({ name }))],
  }) as { organizations: { keys: object[] }[] };
  const [acme] = provisioning.organizations;
  const keys = names.map((workspace, number) => ({
    name: workspace,
    kind: 'private',
    workspace,
    created_by: 'ada@acme.test',
    secret: workspaceKey(number),
  }));
  const deployment = oneModel(
    { type: 'sandbox' },
    {
      network: { allow_private_targets: ['127.0.0.1/32'] },
      webhooks: { allow_http: true },
      limits: { chat_requests_per_minute: 1_000_000, files_batches_models_requests_per_minute: 1_000_000 },
    },
  );
  const folder = prepareFolder(
    directory,
    deployment,
    { organizations: [{ ...acme, keys: [...acme!.keys, ...keys] }] },
    { SVC_DATA_KEY: DATA_KEY, DATABASE_URL: databaseUrl },
  );
  return { ...folder, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Creates a webhook with the key of a workspace. */
export async function createWebhook(
  serviceUrl: string,
  key: string,
  url: string,
): Promise<{ readonly id: string; readonly workspaceId: string }> {
  const { status, body } = await callWebhooks(serviceUrl, key, 'POST', '', { url, events: ['*'] });
  require(status === 201, `the webhook was answered ${status}`);
  return { id: body['id'] as string, workspaceId: body['workspace_id'] as string };
}

export async function callWebhooks(
  serviceUrl: string,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(`${serviceUrl}/v1/webhooks${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'svc-beta': 'webhooks-2026-11-01',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
