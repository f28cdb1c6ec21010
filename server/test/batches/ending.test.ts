import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Batch } from '@svc/contract';
import { httpDatabases } from '#test-kit';
import {
  ADMIN_KEY,
  chat,
  OTHER_KEY,
  startBatches,
  type BatchesFixture,
  type Reply,
} from './batches-fixture.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

describe.each(await httpDatabases(import.meta.filename))(
  'the end of a batch on the $kind database',
  (database) => {
    let batches: BatchesFixture;
    beforeAll(async () => {
      // Four lines run at a time, and the others wait.
      batches = await startBatches(database, {
        engine: { max_concurrency: 4, timeouts: { first_output_s: 20, silence_s: 20, total_s: 20 } },
      });
    });
    afterAll(() => batches[Symbol.asyncDispose]());

    const holds = (name: string, count: number): object[] =>
      Array.from({ length: count }, (_, i) => chat(`${name}-${i}`, `hold ${name}-${i}`));
    const cancel = (id: string): Promise<Reply> => batches.request('POST', `/v1/batches/${id}/cancel`);
    const typesOf = async (batch: Batch): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const { result } of await batches.outputOf(batch))
        counts[`${result.type} ${result.status_code}`] =
          (counts[`${result.type} ${result.status_code}`] ?? 0) + 1;
      return counts;
    };
    const admin = (method: string, path: string, body?: object): Promise<Reply> =>
      batches.request(method, `/v1/organizations${path}`, body, {
        key: ADMIN_KEY,
        headers: { 'svc-beta': 'admin-2026-11-01' },
      });

    it('WORK-25 a workspace with batches keeps its region, and one without them may change it', async () => {
      const named = async (wanted: string) =>
        (await admin('GET', '/workspaces')).body['data'].find(
          ({ name }: { name: string }) => name === wanted,
        );
      const { body: empty } = await admin('POST', '/workspaces', { name: 'Empty' });
      await batches.until((await batches.create([chat('region', 'hi')])).id);
      const move = (id: string) => admin('PATCH', `/workspaces/${id}`, { data_region: 'eu' });
      const refused = await move((await named('Default')).id);
      expect([refused.status, refused.body['error'].code]).toEqual([409, 'region_change_blocked']);
      expect((await move(empty['id'])).status).toBe(200);
    });

    it('BATCH-16 BATCH-09 D-BATCH-4 D-BATCH-5 lets what runs finish when it is cancelled, and runs nothing else', async () => {
      const { id } = await batches.create(holds('cancel', 12));
      await expect.poll(() => batches.engine.holding).toBe(4);
      const { status, body } = await cancel(id);
      expect([status, body['status']]).toEqual([200, 'canceling']);
      expect(body['cancel_requested_at']).not.toBeNull();
      expect([(await cancel(id)).status, (await batches.read(id)).status]).toEqual([200, 'canceling']);
      batches.engine.release();
      const ended = await batches.until(id);
      expect(ended).toMatchObject({
        status: 'canceled',
        request_counts: { total: 12, processing: 0, succeeded: 4, canceled: 8, expired: 0 },
      });
      expect(await typesOf(ended)).toEqual({ 'succeeded 200': 4, 'canceled null': 8 });
      const again = await cancel(id);
      expect([again.status, again.body['error'].code]).toEqual([409, 'resource_conflict']);
    });

    it('BATCH-17 BATCH-18 D-BATCH-4 marks what is unfinished after a day as expired, and charges only what was done', async () => {
      const { id } = await batches.create([chat('done'), ...holds('expire', 8)]);
      await expect.poll(async () => (await batches.read(id)).request_counts.succeeded).toBe(1);
      await expect.poll(() => batches.engine.holding).toBe(4);
      await batches.advance(DAY_S + 1);
      const ended = await batches.until(id);
      expect(ended).toMatchObject({
        status: 'expired',
        request_counts: { total: 9, processing: 0, succeeded: 1, expired: 8 },
        usage: { input_tokens: 10, output_tokens: 20 },
      });
      expect(await typesOf(ended)).toEqual({ 'succeeded 200': 1, 'expired null': 8 });
      // What ran is not waited for, and what it brings is not kept.
      batches.engine.release();
      await expect.poll(() => batches.engine.holding).toBe(0);
      expect((await batches.read(id)).request_counts).toEqual(ended.request_counts);
    });

    it('D-BATCH-7 tries 429, 5xx and timeouts five times with longer and longer pauses, and charges once', async () => {
      batches.engine.reply('busy', 429);
      batches.engine.reply('broken', 500);
      batches.engine.reply('refused', 400);
      const { id } = await batches.create(['busy', 'broken', 'refused'].map((text) => chat(text)));
      const tries = (): number[] =>
        ['busy', 'broken', 'refused'].map((text) => batches.engine.asked.get(text) ?? 0);
      for (const [time, pauseS] of [5, 20, 80, 320].entries()) {
        await expect.poll(tries).toEqual([time + 1, time + 1, 1]);
        await expect
          .poll(async () => (await batches.read(id)).request_counts)
          .toMatchObject({ errored: 1, processing: 2 });
        if (time === 2) batches.engine.reply('broken', 'ok');
        if (time === 3) break;
        await batches.advance(pauseS + 1);
        if (time === 2) break;
      }
      await expect.poll(tries).toEqual([4, 4, 1]);
      await expect.poll(async () => (await batches.read(id)).request_counts.succeeded).toBe(1);
      await batches.advance(321);
      const ended = await batches.until(id);
      expect(ended).toMatchObject({
        status: 'completed',
        request_counts: { total: 3, succeeded: 1, errored: 2 },
      });
      expect(tries()).toEqual([5, 4, 1]);
      expect(
        (await batches.outputOf(ended)).map(({ result }) => [
          result.status_code,
          (result.body?.['error'] as { code?: string } | undefined)?.code,
        ]),
      ).toEqual([
        [429, 'model_busy'],
        [200, undefined],
        [400, 'invalid_request'],
      ]);
    });

    it('D-BATCH-9 D-BATCH-4 keeps its input while it is validated, and is cancelled without results before it runs', async () => {
      // One batch is validated at a time on a node, so the second waits for the first.
      const filler = 'x'.repeat(400);
      const first = await batches.upload(Array.from({ length: 30_000 }, (_, i) => chat(`long-${i}`, filler)));
      const input = await batches.upload(holds('early', 3));
      const create = (id: string): Promise<Reply> =>
        batches.request('POST', '/v1/batches', { input_file_id: id });
      const { body: long } = await create(first.id);
      const { body: early } = await create(input.id);
      const refused = await batches.request('DELETE', `/v1/files/${input.id}`);
      expect([refused.status, refused.body['error'].code]).toEqual([409, 'resource_conflict']);
      const { status, body } = await cancel(early['id']);
      expect([status, body]).toMatchObject([
        200,
        {
          status: 'canceled',
          output_file_id: null,
          request_counts: { total: 0, processing: 0, canceled: 0 },
        },
      ]);
      expect((await batches.request('DELETE', `/v1/files/${input.id}`)).status).toBe(200);
      expect((await cancel(long['id'])).body['status']).toBe('canceled');
      // Nothing of it is copied any more when the next one is validated.
      expect((await batches.until((await batches.create([chat('behind')])).id)).status).toBe('completed');
      expect(batches.engine.asked.get(filler)).toBeUndefined();
    });

    it('D-BATCH-9 does not need its input any more once it runs, nor the key that created it', async () => {
      const input = await batches.upload(holds('kept', 2));
      const { body: key } = await admin('GET', '/api_keys?limit=100');
      const created = await batches.request('POST', '/v1/batches', { input_file_id: input.id });
      const { id } = created.body as Batch;
      await batches.until(id, 'in_progress');
      expect((await batches.request('DELETE', `/v1/files/${input.id}`)).status).toBe(200);
      expect((key['data'] as { id: string }[]).map((one) => one.id)).toContain(created.body['created_by']);
      batches.engine.release();
      await expect
        .poll(async () => {
          batches.engine.release();
          return (await batches.read(id)).status;
        })
        .toBe('completed');
    });

    it('D-WORK-4 D-BATCH-9 is cancelled when its workspace is archived', async () => {
      const input = await batches.upload(holds('archived', 8), OTHER_KEY);
      const { body: batch } = await batches.request(
        'POST',
        '/v1/batches',
        { input_file_id: input.id },
        { key: OTHER_KEY },
      );
      await expect.poll(() => batches.engine.holding).toBe(4);
      const workspace = `/workspaces/${batch['workspace_id']}`;
      expect((await admin('POST', `${workspace}/archive`)).status).toBe(200);
      batches.engine.release();
      expect((await admin('POST', `${workspace}/unarchive`)).status).toBe(200);
      const read = async (): Promise<Batch> =>
        (await batches.request('GET', `/v1/batches/${batch['id']}`, undefined, { key: OTHER_KEY }))
          .body as Batch;
      await expect.poll(async () => (await read()).status).toBe('canceled');
      expect((await read()).request_counts).toMatchObject({ total: 8, succeeded: 4, canceled: 4 });
    });

    it('BATCH-19 tells of each final state with the batch as it is then, and keeps lines as long as the output', async () => {
      const completed = await batches.until(
        (await batches.create([chat('told')], { output_expires_after_days: 1 })).id,
      );
      const failed = await batches.until((await batches.create(['no'])).id);
      await batches.advance(DAY_S + 60);
      await batches.advance(700);
      expect((await batches.request('GET', `/v1/files/${completed.output_file_id}`)).status).toBe(404);
      const { events, lines } = await batches.drainAndRead(async (db) => ({
        events: await db
          .selectFrom('outbox_events')
          .select(['type', 'body', 'workspace_id'])
          .where('type', 'like', 'batch.%')
          .orderBy('id')
          .execute(),
        lines: await db
          .selectFrom('batch_lines')
          .select('line')
          .where('batch_id', '=', completed.id)
          .execute(),
      }));
      const received = events.map(({ type, body, workspace_id: workspaceId }) => ({
        type,
        workspaceId,
        ...(JSON.parse(body) as { data: { object: Batch } }).data,
      }));
      for (const batch of [completed, failed])
        expect(received).toContainEqual({
          type: `batch.${batch.status}`,
          workspaceId: batch.workspace_id,
          object: batch,
        });
      expect(new Set(received.map(({ type }) => type))).toEqual(
        new Set(['batch.canceled', 'batch.expired', 'batch.completed', 'batch.failed']),
      );
      expect(lines).toEqual([]);
    });
  },
);
