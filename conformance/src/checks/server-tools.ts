import assert from 'node:assert/strict';
import { check } from '../runner/check.ts';
import { streamedMessage, wholeMessage } from '../calls/message-call.ts';
import { textReply, toolCalls, type RecordedRequest } from '../deployments/upstream.ts';
import { requireModels } from './models/offered.ts';

check(
  'MSG-14 MSG-42',
  'a server tool runs in the service, and the caller gets the final answer only (D-41)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Code');
    // An address no service may be led to: the model is told, and goes on.
    const call = toolCalls([{ name: 'svc_web_fetch', arguments: '{"url":"https://127.0.0.1/secret"}' }]);
    const response = textReply('I could not');
    const fetching = { model: 'Svc Code', tools: [{ type: 'svc_web_fetch' }] };
    for (const ask of [wholeMessage, streamedMessage]) {
      deployment.upstream.script(({ text }: RecordedRequest) =>
        text.includes('"role":"tool"') ? response : call,
      );
      const reply = await ask(deployment, fetching);
      assert.deepEqual(
        [reply.content, reply.stop_reason],
        [[{ type: 'text', text: 'I could not' }], 'end_turn'],
      );
    }
    assert.equal(deployment.upstream.requests.length, 4);
  },
);
