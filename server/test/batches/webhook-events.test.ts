import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Batch } from '@svc/contract';
import { httpDatabases } from '#test-kit';
import { Receiver } from '../webhooks/receiver.ts';
import { chat, message, OTHER_KEY, startBatches, type BatchesFixture } from './batches-fixture.ts';

const BETA = { 'svc-beta': 'webhooks-2026-11-01' };
const DAY_S = 86_400;

describe.each(await httpDatabases(import.meta.filename))(
  'webhooks of batches on the $kind database',
  (database) => {
    let batches: BatchesFixture;
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await Receiver.open();
      batches = await startBatches(database, {
        deployment: {
          network: { allow_private_targets: ['127.0.0.1/32'] },
          webhooks: { allow_http: true },
        },
        engine: { max_concurrency: 1 },
      });
      const subscribe = async (path: string, key?: string): Promise<void> => {
        const { status } = await batches.request(
          'POST',
          '/v1/webhooks',
          { url: receiver.url(path), events: ['*'] },
          { headers: BETA, ...(key === undefined ? {} : { key }) },
        );
        expect(status).toBe(201);
      };
      await subscribe('/own');
      await subscribe('/other', OTHER_KEY);
    });
    afterAll(async () => {
      await batches?.[Symbol.asyncDispose]();
      await receiver?.close();
    });

    it('HOOK-61 HOOK-39 HOOK-36 HOOK-37 HOOK-30 BATCH-19 send each final state with the batch, to its workspace only', async () => {
      const ended: Batch[] = [await batches.until((await batches.create([chat('marker-text')])).id)];
      ended.push(await batches.until((await batches.create(['no JSON'])).id));

      const canceled = await batches.create([chat('held', 'hold canceled'), chat('waits')]);
      await expect.poll(() => batches.engine.holding).toBe(1);
      await batches.request('POST', `/v1/batches/${canceled.id}/cancel`);
      batches.engine.release();
      ended.push(await batches.until(canceled.id));

      const expired = await batches.create([chat('late', 'hold expired')]);
      await expect.poll(() => batches.engine.holding).toBe(1);
      await batches.advance(DAY_S + 1);
      ended.push(await batches.until(expired.id));

      const types = ended.map(({ status }) => `batch.${status}`);
      expect(types).toEqual(['batch.completed', 'batch.failed', 'batch.canceled', 'batch.expired']);
      const own = () => receiver.at('/own').filter(({ event }) => event.type.startsWith('batch.'));
      await expect.poll(() => own().map(({ event }) => event.type)).toEqual(types);
      for (const [index, { event, body }] of own().entries()) {
        expect(event).toMatchObject({ workspace_id: ended[index]!.workspace_id });
        expect(event.data).toEqual({ object: ended[index] });
        expect(event.data.object).toMatchObject({
          id: expect.stringMatching(/^batch_/),
          type: 'batch',
          request_counts: { succeeded: expect.any(Number), errored: expect.any(Number) },
        });
        expect(body).not.toContain('marker-text');
      }
      expect(receiver.at('/other').filter(({ event }) => event.type.startsWith('batch.'))).toEqual([]);
    });

    it('ERR-45 send nothing of model calls, live ones or lines', async () => {
      const asked = { messages: [{ role: 'user', content: 'live' }] };
      for (const [path, body] of [
        ['/v1/chat/completions', { ...asked, stream: false }],
        ['/v1/messages', { ...asked, model: 'Svc Standard', max_tokens: 10 }],
      ] as const)
        expect((await batches.request('POST', path, body)).status).toBe(200);
      const { id } = await batches.until((await batches.create([chat('chat'), message('message')])).id);
      const ended = (): boolean =>
        receiver.at('/own').some(({ event }) => (event.data.object as { id: string }).id === id);
      await expect.poll(ended).toBe(true);
      const types = new Set(receiver.at('/own').map(({ event }) => event.type.split('.')[0]));
      expect(types).toEqual(new Set(['batch']));
    });
  },
);
