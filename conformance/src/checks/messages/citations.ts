import assert from 'node:assert/strict';
import type { Message } from '@svc/contract';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { message, streamedMessage, wholeMessage } from '../../calls/message-call.ts';
import { textReply } from '../../deployments/upstream.ts';
import { requireModels } from '../models/offered.ts';

const FIRST = 'Oslo 🇳🇴 is the capital, and it has been that for a very long time. ';
const SECOND = 'Tromsø is far in the north 🌌, where the sun does not set in summer.';

const document = (title: string, more: object = { citations: { enabled: true } }) => ({
  type: 'document',
  title,
  source: { type: 'base64', media_type: 'text/plain', data: Buffer.from(FIRST + SECOND).toString('base64') },
  ...more,
});

const asking = (...documents: readonly object[]) => ({
  model: 'Svc Code',
  messages: [{ role: 'user', content: [...documents, { type: 'text', text: 'Where is it light?' }] }],
});

/** The mark of the second passage of a document, as the engine read it. */
function markAfter(prompt: string, after: string): string {
  const mark = /\[\[[^[\]]+\]\](?= Tromsø)/.exec(prompt.slice(prompt.indexOf(after)));
  assert.ok(mark, 'the engine reads each passage behind a mark');
  return mark[0];
}

check('MSG-27 MSG-29 MSG-55 MSG-56', 'a reply cites the documents it uses (D-42)', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  const fields = asking(document('One'), document('Two'));
  await wholeMessage(deployment, fields);
  const { body } = await deployment.upstream.nextRequest();
  const prompt = (body['messages'] as { content: string }[]).map(({ content }) => content).join('\n');
  const mark = markAfter(prompt, 'Two\n');
  // In pieces of one character, as an engine may cut them.
  deployment.upstream.script(textReply(`In the north.${mark} I think.`.split('')));
  const start = Array.from(FIRST).length;
  const citation = {
    type: 'char_location',
    cited_text: SECOND,
    document_index: 1,
    document_title: 'Two',
    file_id: null,
    start_char_index: start,
    end_char_index: start + Array.from(SECOND).length,
  };
  const expected = [
    { type: 'text', text: 'In the north.', citations: [citation] },
    { type: 'text', text: ' I think.' },
  ];
  const whole: Message = await wholeMessage(deployment, fields);
  assert.deepEqual(whole.content, expected);
  assert.deepEqual((await streamedMessage(deployment, fields)).content, expected);
  const [question] = fields.messages;
  const history = [
    question,
    { role: 'assistant', content: whole.content },
    { role: 'user', content: 'Sure?' },
  ];
  await wholeMessage(deployment, { ...fields, messages: history });
});

check('MSG-29', 'citations are on for all documents of a request or for none (D-42)', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  assertError(await message(deployment, asking(document('One'), document('Two', {}))), {
    status: 400,
    code: 'invalid_request',
    param: 'messages[0].content[1].citations',
  });
});
