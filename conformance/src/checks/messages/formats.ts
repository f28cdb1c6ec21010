import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { assertMessageStream, message, streamedMessage, wholeMessage } from '../../calls/message-call.ts';
import { textReply } from '../../deployments/upstream.ts';
import { requireModels } from '../models/offered.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const format = (strict: boolean) => ({
  model: 'Svc Code',
  response_format: { type: 'json_schema', json_schema: { name: 'place', schema, strict } },
});
const OSLO = '{"city":"Oslo"}';
const VIOLATION = { status: 422, code: 'output_schema_violation' };
const FLAG = { headers: { 'svc-beta': 'chat-extensions-2026-12-01' } };

check('MSG-18', 'a reply has the requested response format, streamed or not (D-38)', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  deployment.upstream.script(textReply(['{"city"', ':"Os', 'lo"}']));
  for (const strict of [true, false]) {
    const content = [{ type: 'text', text: OSLO }];
    assert.deepEqual((await wholeMessage(deployment, format(strict))).content, content);
    assert.deepEqual((await streamedMessage(deployment, format(strict))).content, content);
  }
});

check(
  'MSG-18 MSG-63',
  'with a strict schema an invalid reply gives 422, or an error event in a stream; without strict it is returned (D-38)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Code');
    deployment.upstream.script(textReply('Oslo it is'));
    assertError(await message(deployment, format(true)), VIOLATION);
    const { error } = assertMessageStream(await message(deployment, { ...format(true), stream: true }));
    assert.equal(error?.error.code, 'output_schema_violation');
    assert.deepEqual((await wholeMessage(deployment, format(false))).content, [
      { type: 'text', text: 'Oslo it is' },
    ]);
  },
);

check(
  'CHAT-84',
  'chat supports response formats with chat extensions, and ignores them without (D-38, D-33)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Code');
    deployment.upstream.script(textReply('Oslo it is'));
    assertError(await chat(deployment, format(true), FLAG), VIOLATION);
    const contentOf = (response: { json<T>(): T }) =>
      response.json<{ choices: { message: { content: string } }[] }>().choices[0]?.message.content;
    assert.equal(contentOf(await chat(deployment, format(true))), 'Oslo it is');
    deployment.upstream.script(textReply(OSLO));
    assert.equal(contentOf(await chat(deployment, format(true), FLAG)), OSLO);
  },
);
