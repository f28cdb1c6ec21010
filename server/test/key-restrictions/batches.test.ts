import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import {
  COST_USD,
  SMALL,
  STANDARD,
  startRestrictedKeys,
  type MadeKey,
  type RestrictedKeys,
} from './restricted-keys.ts';

const usd = (calls: number): string => (calls * COST_USD).toFixed(6).replace(/0$/, '');

describe.each(await httpDatabases(import.meta.filename))(
  'batches of a restricted key on the $kind database',
  (database) => {
    let keys: RestrictedKeys;
    beforeAll(async () => {
      keys = await startRestrictedKeys(database);
    });
    afterAll(() => keys?.[Symbol.asyncDispose]());

    const line = (id: string, model: string): object => ({
      custom_id: id,
      endpoint: '/v1/chat/completions',
      body: { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 20 },
    });
    const get = async (key: MadeKey, path: string): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${keys.service.port}${path}`, {
        headers: { authorization: `Bearer ${key.secret}` },
      });
      return response.text();
    };
    const create = async (key: MadeKey, lines: readonly object[]): Promise<string> => {
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', new File([lines.map((one) => JSON.stringify(one)).join('\n')], 'lines.jsonl'));
      const uploaded = await fetch(`http://127.0.0.1:${keys.service.port}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.secret}` },
        body: form,
      });
      const { id } = (await uploaded.json()) as { id: string };
      await expect
        .poll(async () => JSON.parse(await get(key, `/v1/files/${id}`)).status, { timeout: 20_000 })
        .not.toBe('processing');
      const made = await keys.call('POST', '/v1/batches', {
        secret: key.secret,
        body: { input_file_id: id },
      });
      expect(made.status).toBe(201);
      return made.body['id'] as string;
    };
    const read = async (key: MadeKey, id: string) => JSON.parse(await get(key, `/v1/batches/${id}`));

    it('D-BATCH-8 run lines of its models only, and count them against no rate', async () => {
      const key = await keys.make({
        allowed_models: [SMALL],
        requests_per_minute: 1,
        output_tokens_per_minute: 1,
      });
      const id = await create(key, [line('a', SMALL), line('b', STANDARD), line('c', SMALL)]);
      await expect.poll(async () => (await read(key, id)).status, { timeout: 60_000 }).toBe('completed');
      const output = await get(key, `/v1/files/${(await read(key, id)).output_file_id}/content`);
      const refused = output
        .trim()
        .split('\n')
        .filter((one) => one.includes('"model_not_found"'));
      expect(refused.map((one) => JSON.parse(one).custom_id)).toEqual(['b']);
      expect((await read(key, id)).request_counts).toMatchObject({ succeeded: 2, errored: 1 });
    });

    it('D-BATCH-8 D-87 spend no more than its budget', async () => {
      const key = await keys.make({ monthly_budget_usd: usd(3) });
      // A line costs half of a call.
      const id = await create(
        key,
        Array.from({ length: 30 }, (_, i) => line(`line-${i}`, SMALL)),
      );
      await expect
        .poll(async () => (await read(key, id)).request_counts.succeeded, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(6);
      await expect.poll(async () => (await keys.read(key))['spent_usd'], { timeout: 60_000 }).toBe(usd(3));
      expect((await keys.chat(key)).status).toBe(402);
      await keys.call('POST', `/v1/batches/${id}/cancel`, { secret: key.secret });
      await expect
        .poll(async () => (await read(key, id)).status, { timeout: 60_000 })
        .toMatch(/^(completed|canceled)$/);
      expect((await read(key, id)).request_counts.succeeded).toBe(6);
      expect((await keys.read(key))['spent_usd']).toBe(usd(3));
    });
  },
);
