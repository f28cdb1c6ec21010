import { expect, it } from 'vitest';
import { MAIN_KEY, startScriptedUpstream, textReply, type UsageRow } from '#test-kit';
import { body, MESSAGES, startAnthropic } from './anthropic-fixture.ts';

/** What differs between two records of the same call. */
const OF_EACH = ['request_id', 'endpoint', 'created_at'] as const;

function comparable(row: UsageRow): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OF_EACH.some((each) => each === name)));
}

it('COMPG-02 BILL-09 a call leaves the record and the charge that it leaves on our own messages', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startAnthropic(upstream.baseUrl);
  const usage = {
    prompt_tokens: 40,
    completion_tokens: 7,
    prompt_tokens_details: { cached_tokens: 32 },
    completion_tokens_details: { reasoning_tokens: 3 },
  };
  upstream.script(textReply('a b c', { usage }));
  const prompts: unknown[] = [];
  for (const stream of [false, true])
    for (const [path, metadata] of [
      ['/v1/messages', { end_user_id: 'u1' }],
      [MESSAGES, { user_id: 'u1' }],
    ] as const) {
      const fields = { model: 'Svc Standard', system: 'Be brief.', stream, metadata };
      await (await service.post(path, MAIN_KEY, body(fields))).text();
      prompts.push(upstream.requests.at(-1)!.body);
    }
  expect(prompts[1]).toEqual(prompts[0]);
  expect(prompts[3]).toEqual(prompts[2]);
  const rows = await service.stopAndReadUsage();
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(['/v1/messages', MESSAGES, '/v1/messages', MESSAGES]);
  const [first, ...others] = rows.map(comparable);
  expect(first).toMatchObject({
    input_tokens: 40,
    cached_input_tokens: 32,
    output_tokens: 7,
    reasoning_tokens: 3,
    metadata: { end_user_id: 'u1' },
    estimated: false,
  });
  for (const other of others) expect(other).toEqual(first);
});

it('COMPA-02 a user of a longer name than we keep is known by its hash', async () => {
  await using upstream = await startScriptedUpstream(textReply('a'));
  const service = await startAnthropic(upstream.baseUrl);
  const id = JSON.stringify({ device_id: 'd'.repeat(300) });
  await (await service.post(MESSAGES, MAIN_KEY, body({ metadata: { user_id: id } }))).text();
  const [record] = await service.stopAndReadUsage();
  expect(record!.metadata).toEqual({ end_user_id: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
});
