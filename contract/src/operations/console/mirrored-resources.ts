import type { Permission } from '../../permissions.ts';
import { WORKSPACE_OPERATIONS } from '../workspace.ts';
import type { Transfer } from '../operation.ts';
import type { WorkspaceOperation } from '../workspace/workspace-operation.ts';
import { consoleErrors, CONSOLE_ROOT, type ConsoleOperation } from './console-operation.ts';

type ResourceId = (typeof WORKSPACE_OPERATIONS)[number]['id'];

/** What a person needs in the workspace. A new operation without a row does not compile. */
const RESOURCE_PERMISSIONS = {
  createFile: 'files.manage',
  listFiles: 'files.manage',
  readFile: 'files.manage',
  deleteFile: 'files.manage',
  readFileContent: 'files.manage',
  createBatch: 'batches.manage',
  listBatches: 'batches.manage',
  readBatch: 'batches.manage',
  cancelBatch: 'batches.manage',
  createWebhook: 'webhooks.manage',
  listWebhooks: 'webhooks.manage',
  readWebhook: 'webhooks.manage',
  updateWebhook: 'webhooks.manage',
  deleteWebhook: 'webhooks.manage',
  rotateWebhookSecret: 'webhooks.manage',
  testWebhook: 'webhooks.manage',
  listWebhookDeliveries: 'webhooks.manage',
  readWebhookDelivery: 'webhooks.manage',
  redeliverWebhook: 'webhooks.manage',
  createTunnel: 'tunnels.manage',
  listTunnels: 'tunnels.manage',
  readTunnel: 'tunnels.manage',
  updateTunnel: 'tunnels.manage',
  deleteTunnel: 'tunnels.manage',
  rotateTunnelToken: 'tunnels.manage',
  listTunnelConnections: 'tunnels.manage',
  issueTunnelCertificate: 'tunnels.manage',
  listTunnelCertificates: 'tunnels.manage',
  readTunnelCertificate: 'tunnels.manage',
  revokeTunnelCertificate: 'tunnels.manage',
  createPromptTemplate: 'prompts.manage',
  listPromptTemplates: 'prompts.manage',
  readPromptTemplate: 'prompts.manage',
  setPromptTemplateLabel: 'prompts.manage',
  generatePrompt: 'playground.use',
  improvePrompt: 'playground.use',
  templatizePrompt: 'playground.use',
} as const satisfies Readonly<Record<ResourceId, Permission>>;

export interface MirroredResourceOperation extends ConsoleOperation {
  readonly id: ResourceId;
  readonly transfer: Transfer;
}

const PUBLIC_ROOT = '/v1';

function mirror({
  beta: _beta,
  ...operation
}: WorkspaceOperation & { readonly id: ResourceId }): MirroredResourceOperation {
  const { method, path, bodyUnder, queryUnder, ownErrors } = operation;
  const errors = consoleErrors(
    { method, hasBody: bodyUnder !== undefined, hasQuery: queryUnder !== undefined },
    ['workspace_not_found', 'resource_conflict', ...ownErrors],
  );
  return {
    ...operation,
    // A key has its workspace, a person names it.
    path: `${CONSOLE_ROOT}/workspaces/{workspace_id}${path.slice(PUBLIC_ROOT.length)}`,
    credential: 'console_session',
    tag: 'Console',
    browserAccess: 'console',
    permission: RESOURCE_PERMISSIONS[operation.id],
    // Prompt tools take no idempotency key here either (D-IDEM-1).
    errors: errors.filter((name) => name !== 'idempotency_key_reused' || operation.errors.includes(name)),
  };
}

/** What belongs to a workspace, for people (D-CONS-6): the same operations under the same ids, in the workspace that the path names. */
export const MIRRORED_RESOURCE_OPERATIONS: readonly MirroredResourceOperation[] =
  WORKSPACE_OPERATIONS.map(mirror);
