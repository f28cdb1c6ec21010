import { describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { chat, chats, message, startBatches } from './batches-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('batches on the $kind database', (database) => {
  it('BATCH-01 BATCH-05 BATCH-07 BATCH-08 BATCH-10 answers each line once, in the order of the input', async () => {
    await using batches = await startBatches(database);
    const lines = [chat('a'), message('b'), ...chats(300)];
    const created = await batches.create(lines, { metadata: { run: '7' } });
    expect(created).toMatchObject({
      type: 'batch',
      status: 'validating',
      output_file_id: null,
      request_counts: { total: 0, processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
      errors: [],
      metadata: { run: '7' },
      in_progress_at: null,
      ended_at: null,
    });
    const ended = await batches.until(created.id);
    expect(ended).toMatchObject({
      status: 'completed',
      request_counts: { total: 302, processing: 0, succeeded: 302, errored: 0, canceled: 0, expired: 0 },
      usage: { input_tokens: 3020, cached_input_tokens: 0, output_tokens: 6040 },
    });
    const output = await batches.outputOf(ended);
    expect(output.map(({ custom_id: id }) => id)).toEqual(
      lines.map((line) => (line as { custom_id: string }).custom_id),
    );
    expect(output[0]).toMatchObject({
      result: {
        type: 'succeeded',
        status_code: 200,
        body: { object: 'chat.completion', choices: [{ message: { content: 're: a' } }] },
      },
    });
    expect(output[1]).toMatchObject({
      result: {
        type: 'succeeded',
        status_code: 200,
        body: { type: 'message', content: [{ type: 'text', text: 're: b' }] },
      },
    });
    expect([...batches.engine.asked.values()].every((times) => times === 1)).toBe(true);
    const file = (await batches.request('GET', `/v1/files/${ended.output_file_id}`)).body;
    expect(file).toMatchObject({
      purpose: 'batch',
      source: 'batch_output',
      status: 'ready',
      mime_type: 'application/jsonl',
    });
    const rows = await batches.drainAndRead((db) => db.selectFrom('usage_records').selectAll().execute());
    expect(rows).toHaveLength(302);
    expect(new Set(rows.map(({ service_tier: tier }) => tier))).toEqual(new Set(['batch']));
  });
});
