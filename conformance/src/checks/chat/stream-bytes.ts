import assert from 'node:assert/strict';
import { streamedReply, tool } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { chunk, rawReply, sse, usageChunk } from '../../deployments/upstream.ts';

/** What a model server sends for a short reply, as one piece of bytes. */
const RECORDED = Buffer.from(
  [
    sse(chunk({ role: 'assistant', content: '' })),
    ': a comment\n\n',
    sse(chunk({ content: 'Grüße 漢🙂' })),
    sse(chunk({ content: ' – "x"\n' })),
    sse(
      chunk({
        tool_calls: [
          { index: 0, id: 'c', type: 'function', function: { name: 'weather', arguments: '{"city":' } },
        ],
      }),
    ),
    sse(chunk({ tool_calls: [{ index: 0, function: { arguments: '"Zürich"}' } }] })),
    sse(chunk({}, 'tool_calls')),
    sse(usageChunk({ prompt_tokens: 20, completion_tokens: 9 })),
    sse('[DONE]'),
  ].join(''),
);

const TEXT = 'Grüße 漢🙂 – "x"\n';
const TOOLS = { tools: [tool('weather')] };

const RECORDINGS: readonly (readonly [string, Buffer])[] = [
  ['with line feeds', RECORDED],
  ['with CR LF', Buffer.from(RECORDED.toString().replaceAll('\n', '\r\n'))],
];

for (const [name, bytes] of RECORDINGS) {
  check(
    'CHAT-60 CHAT-63 CHAT-64',
    `the engine’s stream ${name} gives the same reply wherever it is split into packets`,
    async (deployment) => {
      // Every position in turn would be a thousand calls; each of these streams is cut at many, and no two alike.
      for (const size of [1, 2, 3, 7, 31, 64, 211, 500, bytes.length]) {
        const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        );
        deployment.upstream.script(rawReply(parts));
        const { text, calls, usage, finishReason } = await streamedReply(deployment, TOOLS);
        assert.equal(text, TEXT, `pieces of ${size} bytes`);
        assert.deepEqual(
          calls.map((call) => [call.name, call.arguments]),
          [['weather', '{"city":"Zürich"}']],
        );
        assert.equal(usage.total_tokens, 29);
        assert.equal(finishReason, 'tool_calls');
      }
    },
  );
}

check('CHAT-60', 'the engine’s stream may be split at any byte', async (deployment) => {
  for (let at = 1; at < RECORDED.length; at += 37) {
    deployment.upstream.script(rawReply([RECORDED.subarray(0, at), { delayMs: 1 }, RECORDED.subarray(at)]));
    assert.equal((await streamedReply(deployment, TOOLS)).text, TEXT, `cut at ${at}`);
  }
});

check(
  'CHAT-60 CHAT-63',
  'an event with several data: lines, no space after the colon, or other fields is parsed',
  async (deployment) => {
    const delta = JSON.stringify(chunk({ content: 'text' }, 'stop'));
    const [head, tail] = [delta.slice(0, delta.indexOf(',') + 1), delta.slice(delta.indexOf(',') + 1)];
    for (const event of [
      `data:${delta}\n\n`,
      `event: message\nid: 1\ndata: ${delta}\nretry: 5\n\n`,
      `data: ${head}\ndata: ${tail}\n\n`,
      `\uFEFFdata: ${delta}\n\n`,
    ]) {
      deployment.upstream.script(rawReply([event, 'data: [DONE]\n\n']));
      assert.equal((await streamedReply(deployment)).text, 'text', JSON.stringify(event.slice(0, 30)));
    }
  },
);
