import { expect, it } from 'vitest';
import { MAIN_KEY, startScriptedUpstream, textReply, type UsageRow } from '#test-kit';
import { CHAT, startCompat } from './openai-fixture.ts';

/** What differs between two records of the same call. */
const OF_EACH = ['request_id', 'endpoint', 'created_at', 'metadata'] as const;

function comparable(row: UsageRow): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OF_EACH.some((each) => each === name)));
}

it('COMPG-02 BILL-09 a call leaves the record and the charge that it leaves on /v1', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startCompat(upstream.baseUrl);
  const usage = {
    prompt_tokens: 40,
    completion_tokens: 7,
    prompt_tokens_details: { cached_tokens: 32 },
    completion_tokens_details: { reasoning_tokens: 3 },
  };
  upstream.script(textReply('a b c', { usage }));
  const messages = [{ role: 'user', content: 'Hi' }];
  const prompts: unknown[] = [];
  for (const stream of [false, true])
    for (const path of ['/v1/chat/completions', CHAT]) {
      const response = await service.post(path, MAIN_KEY, { model: 'Svc Standard', messages, stream });
      await response.text();
      prompts.push(upstream.requests.at(-1)!.body);
    }
  expect(prompts[1]).toEqual(prompts[0]);
  expect(prompts[3]).toEqual(prompts[2]);
  expect(JSON.stringify(prompts[1])).toContain('You are Svc');
  const rows = await service.stopAndReadUsage();
  expect(rows.map(({ endpoint }) => endpoint).toSorted()).toEqual([
    CHAT,
    CHAT,
    '/v1/chat/completions',
    '/v1/chat/completions',
  ]);
  const [first, ...others] = rows.map(comparable);
  expect(first).toMatchObject({
    input_tokens: 40,
    cached_input_tokens: 32,
    output_tokens: 7,
    estimated: false,
  });
  for (const other of others) expect(other).toEqual(first);
});
