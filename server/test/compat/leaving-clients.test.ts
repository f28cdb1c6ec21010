import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { MAIN_KEY, startScriptedUpstream, textReply } from '#test-kit';
import { CHAT, startCompat } from './openai-fixture.ts';

it('COMPG-16 a client that leaves after the final event has its answer', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startCompat(upstream.baseUrl);
  upstream.script(textReply('a b c', { usage: { prompt_tokens: 4, completion_tokens: 3 } }));
  const outgoing = request(`${service.baseUrl}${CHAT}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
  });
  outgoing.end(
    JSON.stringify({ model: 'Svc Standard', messages: [{ role: 'user', content: 'Hi' }], stream: true }),
  );
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  await new Promise<void>((resolve) => {
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes('[DONE]')) return;
      outgoing.destroy();
      resolve();
    });
  });
  expect(await service.stopAndReadUsage()).toMatchObject([
    { outcome: 'completed', estimated: false, input_tokens: 4, output_tokens: 3 },
  ]);
});
