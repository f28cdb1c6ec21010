import { beforeAll, describe, expect, it } from 'vitest';
import {
  ADMINISTRATION_OPERATIONS,
  INFERENCE_OPERATIONS,
  WORKSPACE_OPERATIONS,
  type Operation,
} from '@svc/contract';
import type { Svc } from '../src/index.ts';
import { requestOf, sentRequests } from './called-methods.ts';
import { json, scriptedClient, type SentRequest } from './scripted-fetch.ts';

async function sentBy(call: (svc: Svc) => unknown): Promise<SentRequest> {
  const { svc, sent } = scriptedClient([json({ object: 'list', data: [], has_more: false })]);
  await call(svc);
  return sent[0]!;
}

describe('every operation of the contract has a method that sends it, with its flag and with a key where that helps', () => {
  let requests: Map<string, SentRequest[]>;
  beforeAll(async () => {
    requests = await sentRequests(scriptedClient([]).svc);
  });

  it.each(
    [...INFERENCE_OPERATIONS, ...WORKSPACE_OPERATIONS, ...ADMINISTRATION_OPERATIONS].map(
      (operation: Operation) => [operation.id, operation] as const,
    ),
  )('%s', (_id, operation) => {
    const sent = requests.get(requestOf(operation)) ?? [];
    expect(sent, 'a method sends it').not.toEqual([]);
    const isKeyed = operation.errors.includes('idempotency_key_reused');
    for (const { init } of sent) {
      expect(init.headers['svc-beta']).toBe(operation.beta);
      expect(init.headers['idempotency-key'] !== undefined).toBe(isKeyed);
    }
  });

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
