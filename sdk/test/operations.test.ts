import { describe, expect, it } from 'vitest';
import {
  ADMINISTRATION_OPERATIONS,
  INFERENCE_OPERATIONS,
  WORKSPACE_OPERATIONS,
  type Operation,
} from '@svc/contract';
import type { Svc } from '../src/index.ts';
import { json, scriptedClient, type SentRequest } from './scripted-fetch.ts';

type OperationId = (typeof INFERENCE_OPERATIONS)[number]['id'] | (typeof WORKSPACE_OPERATIONS)[number]['id'];

const ASKED = { messages: [{ role: 'user' as const, content: 'Hi' }] };
const upload = { file: new Blob(['x']), filename: 'x.txt', purpose: 'document' } as const;

/** How each operation is called; the ids in the paths are `a` and `b`. An operation that is not here does not compile. */
const CALLS: Readonly<Record<OperationId, (svc: Svc) => unknown>> = {
  createChatCompletion: ({ chat }) => chat.completions.create(ASKED),
  countChatCompletionTokens: ({ chat }) => chat.completions.countTokens(ASKED),
  createMessage: ({ messages }) => messages.create({ ...ASKED, max_tokens: 1 }),
  createEmbeddings: ({ embeddings }) => embeddings.create({ model: 'm', input: 'x' }),
  listModels: ({ models }) => models.list(),
  readModel: ({ models }) => models.retrieve('a'),
  reportCodeTelemetry: ({ code }) => code.reportTelemetry({ resourceMetrics: [] }),
  describeApi: (svc) => svc.describeApi(),
  listWebhookAddresses: ({ webhooks }) => webhooks.listAddresses(),
  createFile: ({ files }) => files.create(upload),
  listFiles: ({ files }) => files.list(),
  readFile: ({ files }) => files.retrieve('a'),
  deleteFile: ({ files }) => files.delete('a'),
  readFileContent: ({ files }) => files.content('a'),
  createBatch: ({ batches }) => batches.create({ input_file_id: 'f' }),
  listBatches: ({ batches }) => batches.list(),
  readBatch: ({ batches }) => batches.retrieve('a'),
  cancelBatch: ({ batches }) => batches.cancel('a'),
  createWebhook: ({ webhooks }) => webhooks.create({ url: 'https://x.test', events: [] }),
  listWebhooks: ({ webhooks }) => webhooks.list(),
  readWebhook: ({ webhooks }) => webhooks.retrieve('a'),
  updateWebhook: ({ webhooks }) => webhooks.update('a', {}),
  deleteWebhook: ({ webhooks }) => webhooks.delete('a'),
  rotateWebhookSecret: ({ webhooks }) => webhooks.rotateSecret('a'),
  testWebhook: ({ webhooks }) => webhooks.test('a'),
  listWebhookDeliveries: ({ webhooks }) => webhooks.listDeliveries('a'),
  readWebhookDelivery: ({ webhooks }) => webhooks.retrieveDelivery('a', 'b'),
  redeliverWebhook: ({ webhooks }) => webhooks.redeliver('a', 'b'),
  createTunnel: ({ tunnels }) => tunnels.create({ name: 't', allowed_targets: [] }),
  listTunnels: ({ tunnels }) => tunnels.list(),
  readTunnel: ({ tunnels }) => tunnels.retrieve('a'),
  updateTunnel: ({ tunnels }) => tunnels.update('a', {}),
  deleteTunnel: ({ tunnels }) => tunnels.delete('a'),
  rotateTunnelToken: ({ tunnels }) => tunnels.rotateToken('a'),
  listTunnelConnections: ({ tunnels }) => tunnels.listConnections('a'),
  issueTunnelCertificate: ({ tunnels }) => tunnels.issueCertificate('a'),
  listTunnelCertificates: ({ tunnels }) => tunnels.listCertificates('a'),
  readTunnelCertificate: ({ tunnels }) => tunnels.retrieveCertificate('a', 'b'),
  revokeTunnelCertificate: ({ tunnels }) => tunnels.revokeCertificate('a', 'b'),
  createPromptTemplate: ({ prompts }) => prompts.templates.create({ name: 'p', messages: [] }),
  listPromptTemplates: ({ prompts }) => prompts.templates.list(),
  readPromptTemplate: ({ prompts }) => prompts.templates.retrieve('a'),
  setPromptTemplateLabel: ({ prompts }) => prompts.templates.setLabel('a', 'b', 1),
  generatePrompt: ({ prompts }) => prompts.generate({ task: 't' }),
  improvePrompt: ({ prompts }) => prompts.improve({ ...ASKED, problem: 'p' }),
  templatizePrompt: ({ prompts }) => prompts.templatize(ASKED),
};

/** Those that may cost, and reads by POST: a key would protect nothing (D-21, D-IDEM-1). */
const WITHOUT_KEY: ReadonlySet<string> = new Set<OperationId>([
  'createChatCompletion',
  'countChatCompletionTokens',
  'createMessage',
  'createEmbeddings',
  'reportCodeTelemetry',
  'generatePrompt',
  'improvePrompt',
  'templatizePrompt',
]);

async function sentBy(call: (svc: Svc) => unknown): Promise<SentRequest> {
  const { svc, sent } = scriptedClient([json({ object: 'list', data: [], has_more: false })]);
  await call(svc);
  return sent[0]!;
}

function assertOperation({ url, init }: SentRequest, { id, method, path, beta }: Operation): void {
  const ids = ['a', 'b'];
  const filled = path.replaceAll(/\{\w+\}/g, () => ids.shift()!);
  expect([init.method, new URL(url).pathname]).toEqual([method, filled]);
  expect(init.headers['svc-beta']).toBe(beta);
  const isKeyed = method === 'POST' && !WITHOUT_KEY.has(id);
  expect(init.headers['idempotency-key'] !== undefined).toBe(isKeyed);
}

describe('every operation of the contract has a method that sends it, with its flag and with a key where that helps', () => {
  it.each([...INFERENCE_OPERATIONS, ...WORKSPACE_OPERATIONS].map((operation) => [operation.id, operation]))(
    '%s',
    async (id, operation) => assertOperation(await sentBy(CALLS[id]), operation),
  );

  it.each(ADMINISTRATION_OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'admin.%s',
    async (id, operation: Operation) => {
      const ids = ['a', 'b'].slice(0, operation.path.split('{').length - 1);
      const call = ({ admin }: Svc): unknown =>
        (admin[id] as (...inputs: unknown[]) => unknown).call(admin, ...ids, {});
      assertOperation(await sentBy(call), operation);
    },
  );

  it('admin.createPlugin sends a bundle as a form, and its settings before it', async () => {
    const settings = { policy: 'required', workspace_ids: ['w1', 'w2'] } as const;
    const { init } = await sentBy(({ admin }) =>
      admin.createPlugin({
        file: new File(['zip'], 'p.zip'),
        ...settings,
        workspace_ids: [...settings.workspace_ids],
      }),
    );
    const form = await new Response(init.body, {
      headers: { 'content-type': init.headers['content-type']! },
    }).formData();
    expect([...form.keys()]).toEqual(['policy', 'workspace_ids', 'file']);
    expect([form.get('policy'), form.get('workspace_ids')]).toEqual(['required', '["w1","w2"]']);
    expect(init.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    const { init: chosen } = await sentBy(({ admin }) =>
      admin.createPlugin({ source: { kind: 'marketplace', marketplace_id: 'm' }, name: 'p' }),
    );
    expect(chosen.body).toBe('{"source":{"kind":"marketplace","marketplace_id":"m"},"name":"p"}');
  });
});
