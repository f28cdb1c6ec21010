import { assertError } from '../../http/assert-error.ts';
import { chat, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import { listedModel } from './catalog.ts';
import { requireModels } from './offered.ts';

check('MODEL-08', 'context_window limits prompt and reply together', async (deployment) => {
  await requireModels(deployment, 'Svc Small');
  const {
    id: model,
    context_window: window,
    max_output_tokens: output,
  } = await listedModel(deployment, 'Svc Small');
  // About one token a word. Nine tenths of the window leave room for one token of reply, but not for a quarter of it.
  const messages = [{ role: 'user', content: 'word '.repeat(Math.floor(window * 0.9)) }];
  await wholeReply(deployment, { model, messages, max_tokens: 1 });
  assertError(await chat(deployment, { model, messages, max_tokens: output }), {
    status: 400,
    code: 'context_length_exceeded',
  });
  const full = [{ role: 'user', content: 'word '.repeat(window) }];
  assertError(await chat(deployment, { model, messages: full, max_tokens: 1 }), {
    status: 400,
    code: 'context_length_exceeded',
  });
});

check(
  'MODEL-12',
  'live chat does not refuse parameters without a capability flag of the model (D-61)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Small');
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
    await wholeReply(deployment, {
      model: 'Svc Small',
      tools,
      temperature: 1,
      top_p: 0.5,
      seed: 1,
      response_format: { type: 'json_object' },
    });
  },
);
