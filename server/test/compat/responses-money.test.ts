import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  textReply,
  type UsageRow,
} from '#test-kit';
import { startCompat } from './openai-fixture.ts';
import { askResponses, RESPONSES } from './responses-fixture.ts';

/** What differs between two records of the same call. */
const OF_EACH = ['request_id', 'endpoint', 'created_at', 'metadata'] as const;
const MESSAGES = '/v1/messages';

function comparable(row: UsageRow): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OF_EACH.some((each) => each === name)));
}

it('COMPG-02 COMPR-15 BILL-09 a response leaves the record and the charge that messages leave', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startCompat(upstream.baseUrl);
  const usage = {
    prompt_tokens: 40,
    completion_tokens: 7,
    prompt_tokens_details: { cached_tokens: 32 },
    completion_tokens_details: { reasoning_tokens: 3 },
  };
  upstream.script(textReply('a b c', { usage }));
  const bodies = {
    [MESSAGES]: { max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
    [RESPONSES]: { max_output_tokens: 50, input: 'Hi' },
  };
  const prompts: unknown[] = [];
  for (const stream of [false, true])
    for (const [path, body] of Object.entries(bodies)) {
      await (await service.post(path, MAIN_KEY, { model: 'Svc Standard', stream, ...body })).text();
      prompts.push(upstream.requests.at(-1)!.body);
    }
  expect(prompts[1]).toEqual(prompts[0]);
  expect(prompts[3]).toEqual(prompts[2]);
  const rows = await service.stopAndReadUsage();
  expect(rows.map(({ endpoint }) => endpoint).toSorted()).toEqual([RESPONSES, RESPONSES, MESSAGES, MESSAGES]);
  const [first, ...others] = rows.map(comparable);
  expect(first).toMatchObject({
    input_tokens: 40,
    cached_input_tokens: 32,
    output_tokens: 7,
    reasoning_tokens: 3,
    estimated: false,
  });
  for (const other of others) expect(other).toEqual(first);
});

it('COMPG-16 COMPR-12 COMPR-17 a client that leaves after the final event has its answer, and a broken one is paid as far as it came', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startCompat(upstream.baseUrl);
  upstream.script(textReply('a b c', { usage: { prompt_tokens: 4, completion_tokens: 3 } }));
  const outgoing = request(`${service.baseUrl}${RESPONSES}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
  });
  outgoing.end(JSON.stringify({ model: 'Svc Standard', input: 'Hi', stream: true }));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  await new Promise<void>((resolve) => {
    response.on('data', (part: Buffer) => {
      text += part.toString();
      if (!text.includes('event: response.completed')) return;
      outgoing.destroy();
      resolve();
    });
  });
  upstream.script(rawReply([sse(chunk({ content: 'half' })), DESTROY]));
  await (await askResponses(service, { stream: true })).text();
  const rows = await service.stopAndReadUsage();
  expect(rows).toMatchObject([
    { outcome: 'completed', estimated: false, input_tokens: 4, output_tokens: 3 },
    { outcome: 'failed', estimated: true },
  ]);
});
