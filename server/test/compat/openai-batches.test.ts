import OpenAI, { toFile } from 'openai';
import type { Batch } from 'openai/resources';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import { chat, LINE_NANOS, startBatches, type BatchesFixture } from '../batches/batches-fixture.ts';

const COMPAT = { compat: { openai: { aliases: { 'gpt-*': 'Svc Standard' } } } };

let batches: BatchesFixture;
let client: OpenAI;
beforeAll(async () => {
  batches = await startBatches(undefined, { deployment: COMPAT });
  client = clientOf(batches);
});
afterAll(() => batches[Symbol.asyncDispose]());

function clientOf({ service }: BatchesFixture): OpenAI {
  return new OpenAI({ apiKey: MAIN_KEY, baseURL: `${service.baseUrl}/compat/openai/v1`, maxRetries: 0 });
}

const line = (id: string, more: object = {}, body: object = {}): object => ({
  custom_id: id,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'gpt-4o', messages: [{ role: 'user', content: id }], ...body },
  ...more,
});

/** Without waiting for the file to be prepared, as programs do. */
async function create(lines: readonly object[], more: object = {}, by = client): Promise<Batch> {
  const text = lines.map((each) => JSON.stringify(each)).join('\n');
  const file = await by.files.create({
    file: await toFile(Buffer.from(text), 'lines.jsonl'),
    purpose: 'batch',
  });
  return by.batches.create({
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    ...more,
  });
}

async function ended({ id }: Batch, by = client): Promise<Batch> {
  for (let tries = 0; tries < 3000; tries++) {
    const batch = await by.batches.retrieve(id);
    if (['completed', 'failed', 'expired', 'cancelled'].includes(batch.status)) return batch;
    await delay(10);
  }
  throw new Error('the batch did not end');
}

// oxlint-disable-next-line typescript/no-explicit-any -- results are compared, field by field, with what is expected
type Result = Record<string, any>;

async function resultsOf({ output_file_id: id }: Batch, by = client): Promise<Result[]> {
  const text = await (await by.files.content(id!)).text();
  return text
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each) as Result);
}

describe('batches of the openai client', () => {
  it('COMPG-02 D-BATCH-5 run lines of OpenAI’s form, and answer them in it', async () => {
    const made = await create([
      line('a', { priority: 1 }, { stream: null, max_completion_tokens: 9_000_000, verbosity: 'low' }),
      line('b', {}, { n: 2 }),
    ]);
    expect(made).toMatchObject({ object: 'batch', status: 'validating', endpoint: '/v1/chat/completions' });
    const batch = await ended(made);
    expect(batch).toMatchObject({
      status: 'completed',
      errors: null,
      error_file_id: null,
      completion_window: '24h',
      request_counts: { total: 2, completed: 1, failed: 1 },
      usage: {
        input_tokens: 10,
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 4 },
        total_tokens: 30,
      },
    });
    expect(batch.completed_at).toBeGreaterThanOrEqual(batch.created_at);
    const [a, b] = await resultsOf(batch);
    expect(a).toEqual({
      id: `${batch.id}_1`,
      custom_id: 'a',
      response: {
        status_code: 200,
        request_id: expect.stringMatching(/^req_/) as string,
        body: expect.anything() as object,
      },
      error: null,
    });
    expect(a!['response'].body).toMatchObject({
      object: 'chat.completion',
      model: 'Svc Standard',
      service_tier: 'default',
      choices: [{ message: { content: 're: a', refusal: null }, finish_reason: 'stop' }],
    });
    expect(b).toMatchObject({
      custom_id: 'b',
      response: { status_code: 400, body: { error: { code: 'unsupported_value', param: 'n' } } },
      error: null,
    });
    expect((await client.files.retrieve(batch.output_file_id!)).purpose).toBe('batch_output');
  });

  it('BATCH-14 BATCH-15 fail as a whole when a line is of another form', async () => {
    const batch = await ended(
      await create([
        line('good'),
        chat('ours'),
        line('put', { method: 'PUT' }),
        line('url', { url: '/v1/embeddings' }),
        line('good'),
        line('live', {}, { stream: true }),
      ]),
    );
    expect(batch.status).toBe('failed');
    expect(batch.errors!.data!.map((each) => [each.line, each.code, each.param])).toEqual([
      [2, 'invalid_parameter', 'method'],
      [2, 'invalid_parameter', 'url'],
      [3, 'invalid_parameter', 'method'],
      [4, 'invalid_parameter', 'url'],
      [5, 'invalid_parameter', 'custom_id'],
      [6, 'invalid_parameter', 'body.stream'],
    ]);
    expect(batches.engine.asked.get('good')).toBeUndefined();
  });

  it('D-BATCH-4 are cancelled, and say which requests were not run', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => line(`hold ${i}`));
    const made = await create(lines);
    while (batches.engine.holding === 0) await delay(5);
    expect((await client.batches.cancel(made.id)).status).toBe('cancelling');
    const isReleased = setInterval(() => batches.engine.release(), 5);
    const batch = await ended(made).finally(() => clearInterval(isReleased));
    expect(batch.status).toBe('cancelled');
    expect(batch.cancelled_at).toBeGreaterThanOrEqual(batch.cancelling_at!);
    const last = (await resultsOf(batch)).at(-1);
    expect(last).toMatchObject({ custom_id: 'hold 299', response: null, error: { code: 'batch_cancelled' } });
    await expect(client.batches.cancel(made.id)).rejects.toMatchObject({ status: 409 });
  });

  it('COMPG-05 refuse what would mean something else, in the words of the vendor', async () => {
    await expect(create([line('a')], { endpoint: '/v1/embeddings' })).rejects.toMatchObject({
      status: 400,
      param: 'endpoint',
      type: 'invalid_request_error',
    });
    await expect(create([line('a')], { input_file_id: 'file_none' })).rejects.toMatchObject({ status: 404 });
    await expect(client.batches.retrieve('batch_none')).rejects.toMatchObject({ code: 'batch_not_found' });
  });

  it('COMPO-13 are listed to the last page, with those of our own form', async () => {
    const own = await batches.create([chat('own')]);
    await batches.until(own.id);
    const ids: string[] = [];
    for await (const { id } of client.batches.list({ limit: 2 })) ids.push(id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toBe(own.id);
    const { object, status } = await client.batches.retrieve(own.id);
    expect([object, status]).toEqual(['batch', 'completed']);
  });
});

it('COMPG-02 BILL-09 a line costs what it costs in our own form', async () => {
  await using both = await startBatches(undefined, { deployment: COMPAT });
  const own = await both.create([chat('a', 'a', { model: 'Svc Standard' })]);
  await both.until(own.id);
  await ended(await create([line('a')], {}, clientOf(both)), clientOf(both));
  const costs = await both.drainAndRead((db) =>
    db.selectFrom('batches').select(['cost_nanos', 'plan_milli', 'direct_nanos', 'input_tokens']).execute(),
  );
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[0]!.direct_nanos).toBe(LINE_NANOS * 2);
});
