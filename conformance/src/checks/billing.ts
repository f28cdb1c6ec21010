import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { CHAT, chat, HELLO, wholeReply } from '../calls/chat-call.ts';
import { check } from '../runner/check.ts';
import type { RecordedRequest } from '../deployments/upstream.ts';
import {
  chunk,
  errorReply,
  hang,
  rawReply,
  sse,
  STALL,
  streamOf,
  textReply,
  usageChunk,
} from '../deployments/upstream.ts';

const IDENTITY = 'You are Svc, the assistant of this service.';
const CANCEL_WITHIN_MS = 100;

function messagesOf({ body }: RecordedRequest): { role: string; content: string }[] {
  return body['messages'] as { role: string; content: string }[];
}

check(
  'BILL-09',
  'the identity instruction is a separate message before the caller’s system message, which is unchanged',
  async (deployment) => {
    const own = { role: 'system', content: '  You are a pirate.\n\nNever say "Svc".  ' };
    await wholeReply(deployment, { messages: [own, ...HELLO] });
    assert.deepEqual(messagesOf(await deployment.upstream.nextRequest()), [
      { role: 'system', content: IDENTITY },
      own,
      ...HELLO,
    ]);
  },
);

check(
  'BILL-10',
  'the identity instruction is also sent without a system message, streamed or not',
  async (deployment) => {
    for (const stream of [false, true]) {
      await chat(deployment, { stream });
      assert.deepEqual(messagesOf(await deployment.upstream.nextRequest()), [
        { role: 'system', content: IDENTITY },
        ...HELLO,
      ]);
    }
  },
);

check(
  'BILL-11',
  'the engine gets the service’s credential and none of the caller’s headers',
  async (deployment) => {
    await chat(
      deployment,
      {},
      {
        headers: {
          cookie: 'session=caller',
          'x-caller': 'caller',
          'user-agent': 'caller/1',
          'x-client-request-id': 'caller-id',
        },
      },
    );
    const { headers, text } = await deployment.upstream.nextRequest();
    const everything = `${JSON.stringify(headers)}${text}`;
    for (const secret of ['caller', deployment.credential('main')])
      assert.ok(!everything.includes(secret), secret);
  },
);

check('BILL-11', 'headers of the engine are not passed on', async (deployment) => {
  deployment.upstream.script({
    ...streamOf(['text'], { finishReason: 'stop' }),
    headers: {
      'content-type': 'text/event-stream',
      server: 'VendorMarker',
      'x-vendor': 'VendorMarker',
      'set-cookie': 'VendorMarker=1',
    },
  });
  const response = await chat(deployment, { stream: true });
  for (const name of ['server', 'x-vendor', 'set-cookie', 'x-powered-by', 'via'])
    assert.equal(response.headers[name], undefined, name);
});

check(
  'BILL-06 BILL-04',
  'closing a stream early cancels the engine call within 100 ms',
  async (deployment) => {
    deployment.upstream.script(
      rawReply([...['a', 'b', 'c'].map((content) => sse(chunk({ content }))), STALL]),
    );
    const response = await deployment.open(CHAT, deployment.jsonCall({ messages: HELLO }));
    await response.until('"c"');
    const asked = await deployment.upstream.nextRequest();
    const left = performance.now();
    response.abort();
    const took = (await asked.aborted) - left;
    assert.ok(took <= CANCEL_WITHIN_MS, `the engine noticed after ${took} ms`);
  },
);

for (const [what, stream] of [
  ['whole answer', false],
  ['stream', true],
] as const) {
  check(
    'BILL-06',
    `disconnecting before the first byte of a ${what} cancels the engine call within 100 ms`,
    async (deployment) => {
      deployment.upstream.script(hang());
      const leave = new AbortController();
      const response = fetch(deployment.baseUrl + CHAT, {
        method: 'POST',
        headers: deployment.jsonCall('').headers,
        body: JSON.stringify({ messages: HELLO, stream }),
        signal: leave.signal,
      }).catch(() => {});
      const asked = await deployment.upstream.nextRequest();
      const left = performance.now();
      leave.abort();
      await response;
      const took = (await asked.aborted) - left;
      assert.ok(took <= CANCEL_WITHIN_MS, `the engine noticed after ${took} ms`);
    },
  );
}

check('BILL-07', 'sending the same body twice makes two calls with two ids', async (deployment) => {
  const headers = { 'idempotency-key': 'same' };
  const responses = [await chat(deployment, {}, { headers }), await chat(deployment, {}, { headers })];
  assert.equal(deployment.upstream.requests.length, 2);
  assert.notEqual(responses[0]?.headers['x-svc-request-id'], responses[1]?.headers['x-svc-request-id']);
});

check('BILL-07', 'a second usage chunk is not added to the first', async (deployment) => {
  const usage = { prompt_tokens: 11, completion_tokens: 4 };
  deployment.upstream.script(streamOf(['text', usageChunk(usage)], { finishReason: 'stop', usage }));
  const { usage: reported } = await wholeReply(deployment);
  assert.deepEqual(reported, { ...usage, total_tokens: 15 });
});

check(
  'BILL-12',
  'a refused call reaches no engine, and a failed call has no billing source',
  async (deployment) => {
    for (const fields of [{ messages: [] }, { model: 3 }, { max_tokens: 0 }, { tools: 1 }]) {
      assert.equal((await chat(deployment, fields)).headers['x-svc-billing-source'], undefined);
    }
    assert.equal(deployment.upstream.requests.length, 0);
    deployment.upstream.script(errorReply(500));
    assert.equal((await chat(deployment)).headers['x-svc-billing-source'], undefined);
  },
);

check(
  'BILL-11',
  'the text of a reply is passed on unchanged, even if the model names itself',
  async (deployment) => {
    deployment.upstream.script(textReply('I am a model of somebody.'));
    assert.equal((await wholeReply(deployment)).content, 'I am a model of somebody.');
  },
);
