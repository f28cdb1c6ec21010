import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Batch } from '@svc/contract';
import { MAIN_KEY } from '#test-kit';
import {
  ADMIN_KEY,
  chat,
  chats,
  OTHER_KEY,
  startBatches,
  type BatchesFixture,
  type Reply,
} from './batches-fixture.ts';

let batches: BatchesFixture;
beforeAll(async () => {
  batches = await startBatches(undefined, { limits: { batch_requests: 20, batch_reported_errors: 5 } });
});
afterAll(() => batches[Symbol.asyncDispose]());

const refusal = ({ status, body }: Reply): string =>
  `${status} ${body['error'].code} ${body['error'].param ?? ''}`.trimEnd();

/** What validation says of a file with these lines. */
async function problemsOf(lines: readonly (object | string)[], more: object = {}): Promise<unknown[]> {
  const { errors } = await validated(lines, more);
  return errors.map(({ line, code, param }) => [line, code, param]);
}

async function validated(lines: readonly (object | string)[], more: object = {}): Promise<Batch> {
  const { id } = await batches.create(lines, more);
  return batches.until(id);
}

const line = (more: object): object => ({ ...chat('a'), ...more });

describe('the input of a batch', () => {
  it('BATCH-03 BATCH-14 BATCH-15 fails it as a whole when a line is not of three fields, and nothing runs', async () => {
    const { custom_id: customId, endpoint, body } = chat('unheard') as Record<string, unknown>;
    const before = batches.engine.asked.size;
    const batch = await validated([
      chat('good'),
      { endpoint, body },
      { custom_id: customId, body },
      { custom_id: customId, endpoint },
      { custom_id: 'b', endpoint, body, priority: 1 },
    ]);
    expect(batch).toMatchObject({
      status: 'failed',
      output_file_id: null,
      in_progress_at: null,
      request_counts: { total: 0, processing: 0, succeeded: 0 },
    });
    expect(batch.ended_at).not.toBeNull();
    expect(batch.errors.map((one) => [one.line, one.code, one.param])).toEqual([
      [2, 'invalid_parameter', 'custom_id'],
      [3, 'invalid_parameter', 'endpoint'],
      [4, 'invalid_parameter', 'body'],
      [5, 'unknown_parameter', 'priority'],
    ]);
    expect(batches.engine.asked.size).toBe(before);
  });

  it('D-BATCH-3 BATCH-14 names lines that are no JSON objects, blank ones included, and forgives blank ones at the end', async () => {
    expect(await problemsOf([chat('a'), '', '{"custom_id":', '[1]', '"x"'])).toEqual([
      [2, 'invalid_json', null],
      [3, 'invalid_json', null],
      [4, 'invalid_json', null],
      [5, 'invalid_json', null],
    ]);
    expect((await validated([chat('trailing'), '', ' '])).request_counts.total).toBe(1);
  });

  it('D-BATCH-3 wants each custom_id once, of 1 to 256 characters', async () => {
    expect(
      await problemsOf([chat('a'), chat(''), chat('x'.repeat(257)), line({ custom_id: 5 }), chat('a')]),
    ).toEqual([
      [2, 'invalid_parameter', 'custom_id'],
      [3, 'invalid_parameter', 'custom_id'],
      [4, 'invalid_parameter', 'custom_id'],
      [5, 'invalid_parameter', 'custom_id'],
    ]);
    const longest = 'x'.repeat(256);
    const ended = await validated([chat(longest), chat('ü"\\\u2028')]);
    expect((await batches.outputOf(ended)).map(({ custom_id: id }) => id)).toEqual([longest, 'ü"\\\u2028']);
  });

  it('BATCH-04 D-BATCH-1 takes lines of chat and messages, and only of the endpoint that the batch names', async () => {
    expect(await problemsOf([line({ endpoint: '/v1/embeddings' }), line({ endpoint: 7 })])).toEqual([
      [1, 'invalid_parameter', 'endpoint'],
      [2, 'invalid_parameter', 'endpoint'],
    ]);
    expect(await problemsOf([chat('a')], { endpoint: '/v1/messages' })).toEqual([
      [1, 'invalid_parameter', 'endpoint'],
    ]);
    expect(await validated([chat('a')], { endpoint: '/v1/chat/completions' })).toMatchObject({
      status: 'completed',
    });
  });

  it('D-BATCH-3 wants bodies that are objects and not streamed; what else is wrong with one is an answer', async () => {
    expect(await problemsOf([line({ body: [] }), chat('b', 'b', { stream: true })])).toEqual([
      [1, 'invalid_parameter', 'body'],
      [2, 'invalid_parameter', 'body.stream'],
    ]);
    const ended = await validated([
      chat('stream false', 'x', { stream: false }),
      { custom_id: 'empty', endpoint: '/v1/chat/completions', body: {} },
      {
        custom_id: 'model',
        endpoint: '/v1/messages',
        body: { model: 'None', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] },
      },
      '{"custom_id":"twice","endpoint":"/v1/chat/completions","body":{},"b\\u006fdy" : {"messages":[{"role":"user","content":"twice"}]} }',
    ]);
    const results = (await batches.outputOf(ended)).map(
      ({ custom_id: id, result: { type, status_code: status, body } }) => [
        id,
        type,
        status,
        (body?.['error'] as { code: string } | undefined)?.code,
      ],
    );
    expect(results).toEqual([
      ['stream false', 'succeeded', 200, undefined],
      ['empty', 'errored', 400, 'messages_required'],
      ['model', 'errored', 404, 'model_not_found'],
      ['twice', 'succeeded', 200, undefined],
    ]);
  });

  it('BATCH-06 D-BATCH-3 has at least one line and at most the limit', async () => {
    expect((await validated(chats(20))).status).toBe('completed');
    expect(await problemsOf(chats(21))).toEqual([[null, 'invalid_parameter', null]]);
    expect(await problemsOf([' '])).toEqual([[null, 'invalid_parameter', null]]);
  });

  it('D-BATCH-3 names the first problems only', async () => {
    expect(await problemsOf(Array.from({ length: 12 }, () => 'no'))).toHaveLength(5);
  });
});

describe('creating a batch', () => {
  it('D-BATCH-1 D-ERR-3 wants an input file that is there, for batches, and ready', async () => {
    const create = (body: object, key = MAIN_KEY): Promise<Reply> =>
      batches.request('POST', '/v1/batches', body, { key });
    const { id } = await batches.upload([chat('a')]);
    expect(refusal(await create({}))).toBe('400 invalid_parameter input_file_id');
    expect(refusal(await create({ input_file_id: id, status: 'completed' }))).toBe(
      '400 read_only_field status',
    );
    expect(refusal(await create({ input_file_id: id, priority: 1 }))).toBe('400 unknown_parameter priority');
    expect(refusal(await create({ input_file_id: id, completion_window: '1h' }))).toBe(
      '400 invalid_parameter completion_window',
    );
    expect(refusal(await create({ input_file_id: id, endpoint: '/v1/embeddings' }))).toBe(
      '400 invalid_parameter endpoint',
    );
    expect(refusal(await create({ input_file_id: id, output_expires_after_days: 91 }))).toBe(
      '400 invalid_parameter output_expires_after_days',
    );
    const pairs = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v']));
    expect(refusal(await create({ input_file_id: id, metadata: pairs }))).toBe(
      '400 invalid_parameter metadata',
    );
    expect(refusal(await create({ input_file_id: `file_${'0'.repeat(26)}` }))).toBe(
      '404 file_not_found input_file_id',
    );
    expect(refusal(await create({ input_file_id: id }, OTHER_KEY))).toBe('404 file_not_found input_file_id');
    const form = new FormData();
    form.append('purpose', 'code_input');
    form.append('file', new File(['x'], 'x.txt'));
    const { body: other } = await batches.request('POST', '/v1/files', form);
    expect(refusal(await create({ input_file_id: other['id'] }))).toBe('400 invalid_parameter input_file_id');
    expect(refusal(await create({ input_file_id: id }, ADMIN_KEY))).toMatch(/^403 inference_not_allowed/);
  });

  it('D-BATCH-1 ERR-21 wants the file to be prepared: 409 conflict_error', async () => {
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new File([''], 'empty.jsonl'));
    const { body: file } = await batches.request('POST', '/v1/files', form);
    const reply = await batches.request('POST', '/v1/batches', { input_file_id: file['id'] });
    expect([reply.status, reply.body['error'].type, reply.body['error'].code]).toEqual([
      409,
      'conflict_error',
      'resource_conflict',
    ]);
  });

  it('BATCH-02 BATCH-13 D-BATCH-2 is read and listed in its workspace alone, by status and page', async () => {
    const { id } = await validated([chat('listed')]);
    const other = { key: OTHER_KEY };
    expect(refusal(await batches.request('GET', `/v1/batches/${id}`, undefined, other))).toBe(
      '404 batch_not_found batch_id',
    );
    expect(refusal(await batches.request('POST', `/v1/batches/${id}/cancel`, undefined, other))).toBe(
      '404 batch_not_found batch_id',
    );
    expect((await batches.request('GET', '/v1/batches', undefined, other)).body['data']).toEqual([]);
    const list = async (query: string): Promise<string[]> =>
      (await batches.request('GET', `/v1/batches?${query}`)).body['data'].map((one: Batch) => one.id);
    expect(await list('limit=1')).toEqual([id]);
    expect(await list(`after=${id}&limit=100`)).not.toContain(id);
    expect(await list('status=completed&limit=1')).toEqual([id]);
    expect(await list('status=failed&limit=100')).not.toContain(id);
    expect(refusal(await batches.request('GET', '/v1/batches?status=ended'))).toBe(
      '400 invalid_parameter status',
    );
  });

  it('D-IDEM-1 is done once for one Idempotency-Key', async () => {
    const { id } = await batches.upload([chat('once')]);
    const headers = { 'idempotency-key': 'batch-once' };
    const first = await batches.request('POST', '/v1/batches', { input_file_id: id }, { headers });
    const second = await batches.request('POST', '/v1/batches', { input_file_id: id }, { headers });
    expect([second.status, second.body['id'], second.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.body['id'],
      'true',
    ]);
  });
});

describe('open batches', () => {
  it('are limited for each organization, whatever door they come in by', async () => {
    await using few = await startBatches(undefined, { limits: { open_batches_per_organization: 3 } });
    const { id } = await few.upload([chat('a', 'hold it')]);
    const open = (path = '/v1/batches', more: object = {}): Promise<Reply> =>
      few.request('POST', path, { input_file_id: id, ...more });
    const compat = { endpoint: '/v1/chat/completions', completion_window: '24h' };
    // Those that come at once are counted one after another.
    const responses = await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 409, 409,
    ]);
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refusal(refused)).toBe('409 resource_conflict');
    expect(refused.body['error'].message).toBe(
      'The organization has 3 batches that have not ended. Wait until one ends, or cancel one.',
    );
    expect((await open('/compat/openai/v1/batches', compat)).status).toBe(409);
    // One that has ended makes room.
    const running = responses.filter(({ status }) => status === 201).map(({ body }) => body['id'] as string);
    for (const batch of running) await few.until(batch, 'in_progress');
    await expect.poll(() => few.engine.holding).toBe(3);
    few.engine.release();
    for (const batch of running) await few.until(batch);
    expect((await open('/compat/openai/v1/batches', compat)).status).toBe(200);
  });
});
