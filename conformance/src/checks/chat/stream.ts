import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { brokenReply, CHAT, chat, HELLO, streamedReply, tool } from '../../calls/chat-call.ts';
import { assertCompletedStream, assertStreamHead } from '../../calls/chat-stream.ts';
import { check } from '../../runner/check.ts';
import {
  chunk,
  DESTROY,
  rawReply,
  sse,
  STALL,
  streamOf,
  textReply,
  usageChunk,
  type Step,
} from '../../deployments/upstream.ts';

const STREAM = { messages: HELLO, stream: true };
const CHUNKS = ['The ', 'whole', ' text', ' – ü🙂', '.'];

check(
  'CHAT-59 CHAT-60 CHAT-61 CHAT-62 CHAT-65 CHAT-66 CHAT-67',
  'a stream has the documented headers, order and end (D-26)',
  async (deployment) => {
    deployment.upstream.script(textReply(CHUNKS));
    const stream = await streamedReply(deployment);
    assert.equal(stream.finishReason, 'stop');
    assert.equal(stream.model, 'Svc Standard');
    assert.deepEqual(stream.usage, { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
  },
);

check('CHAT-63', 'the concatenated text deltas equal the non-streamed reply', async (deployment) => {
  deployment.upstream.script(textReply(CHUNKS));
  assert.equal((await streamedReply(deployment)).text, CHUNKS.join(''));
});

check('CHAT-63', 'deltas arrive as they are generated, not at the end', async (deployment) => {
  const gate = Promise.withResolvers<void>();
  deployment.upstream.script(
    rawReply([
      sse(chunk({ content: 'early' })),
      { until: gate.promise },
      sse(chunk({ content: 'late' }, 'stop')),
      sse('[DONE]'),
    ]),
  );
  const response = await deployment.open(CHAT, deployment.jsonCall(STREAM));
  await response.until('"early"');
  gate.resolve();
  assert.equal(assertCompletedStream(await response.whole()).text, 'earlylate');
});

check('CHAT-66', 'usage is sent once, even if the engine repeats or omits it', async (deployment) => {
  const counted = { ...chunk({ content: 'a' }), usage: { prompt_tokens: 1, completion_tokens: 1 } };
  const last = usageChunk({ prompt_tokens: 7, completion_tokens: 3 });
  deployment.upstream.script(streamOf([counted, counted, chunk({}, 'stop'), last, last]));
  assert.deepEqual((await streamedReply(deployment)).usage, {
    prompt_tokens: 7,
    completion_tokens: 3,
    total_tokens: 10,
  });
  deployment.upstream.script(textReply('no usage at all', { usage: null }));
  assert.ok((await streamedReply(deployment)).usage.completion_tokens > 0);
});

check(
  'CHAT-67',
  'an engine stream that ends without [DONE] after its finish reason is complete',
  async (deployment) => {
    deployment.upstream.script(rawReply([sse(chunk({ content: 'text' })), sse(chunk({}, 'stop'))]));
    assert.equal((await streamedReply(deployment)).text, 'text');
  },
);

check(
  'CHAT-63',
  'a non-streamed engine reply can be streamed, and a streamed one returned complete',
  async (deployment) => {
    const reply = textReply('The text');
    // Answers the other way round.
    deployment.upstream.script((request) =>
      typeof reply === 'function' ? reply({ body: { stream: request.body['stream'] !== true } }) : reply,
    );
    assert.equal((await streamedReply(deployment)).text, 'The text');
    const { choices } = (await chat(deployment)).json<{ choices: { message: { content: string } }[] }>();
    assert.equal(choices[0]?.message.content, 'The text');
  },
);

const BREAKS: readonly (readonly [string, readonly Step[]])[] = [
  ['cuts the connection', [DESTROY]],
  ['falls silent', [STALL]],
  ['ends without a finish reason', []],
  ['sends an event that is no JSON', ['data: {"choices":[{"del\n\n', STALL]],
  [
    'sends an error',
    [sse({ error: { message: 'VendorMarker at engine-host.marker.internal', code: 500 } }), STALL],
  ],
  ['sends an error and [DONE]', [sse({ error: 'VendorMarker' }), sse('[DONE]')]],
  ['stops inside an event', ['data: {"choices":[{"delta":{"con', DESTROY]],
];

for (const [what, steps] of BREAKS) {
  check(
    'CHAT-68 CHAT-69',
    `an engine that ${what} after its first output gives one error event and no [DONE] (D-30)`,
    async (deployment) => {
      deployment.upstream.script(
        rawReply([
          sse(chunk({ role: 'assistant', content: '' })),
          sse(chunk({ content: 'partial' })),
          ...steps,
        ]),
      );
      assert.equal((await brokenReply(deployment)).text, 'partial');
    },
  );
}

check('CHAT-68', 'a tool call that breaks off halfway is an error too', async (deployment) => {
  const begun = chunk({
    tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'weather', arguments: '{"ci' } }],
  });
  deployment.upstream.script(rawReply([sse(begun), DESTROY]));
  const { calls } = await brokenReply(deployment, { tools: [tool('weather')] });
  assert.deepEqual(
    calls.map(({ arguments: text }) => text),
    ['{"ci'],
  );
});

check(
  'CHAT-71',
  'response headers wait for the first output, and a role, a comment or an empty event is none (D-29)',
  async (deployment) => {
    for (const first of [sse(chunk({ role: 'assistant', content: '' })), ': still thinking\n\n', '']) {
      deployment.upstream.script(rawReply([...(first ? [first] : []), { delayMs: 20 }, DESTROY]));
      const response = await chat(deployment, { stream: true });
      assert.equal(response.status, 502, `after ${JSON.stringify(first)}`);
      assert.equal(response.headers['content-type'], 'application/json');
    }
  },
);

check('CHAT-59', 'response headers of a stream are sent with the first output', async (deployment) => {
  deployment.upstream.script(rawReply([sse(chunk({ content: 'x' })), STALL]));
  const response = await deployment.open(CHAT, deployment.jsonCall(STREAM));
  assertStreamHead(response);
  response.abort();
});

check('CHAT-68', 'a client slower than the engine gets every byte', async (deployment) => {
  const delta = 'word '.repeat(2000);
  const total = 50;
  deployment.upstream.script(textReply(Array(total).fill(delta) as string[]));
  const response = await deployment.open(CHAT, deployment.jsonCall({ ...STREAM, max_tokens: 16_384 }));
  response.pause();
  await delay(100);
  response.resume();
  assert.equal(assertCompletedStream(await response.whole()).text.length, total * delta.length);
});

check(
  'CHAT-68',
  'a client that stops reading stops the engine, and the service does not buffer its output',
  async (deployment) => {
    const delta = sse(chunk({ content: 'x'.repeat(10_000) }));
    function* reply(): Generator<string> {
      for (let i = 0; i < 6000; i++) yield delta;
    }
    deployment.upstream.script(rawReply(reply()));
    const response = await deployment.open(CHAT, deployment.jsonCall({ ...STREAM, model: 'Svc Narrow' }));
    response.pause();
    const asked = await deployment.upstream.nextRequest();
    let sent = -1;
    while (asked.bytesSent() > sent) {
      sent = asked.bytesSent();
      await delay(300);
    }
    // What is on its way is what the sockets hold on both sides.
    assert.ok(sent < 40_000_000, `${sent} bytes of 60 MB were taken although nobody reads`);
    response.abort();
    await asked.aborted;
  },
  { variant: 'short-times' },
);
