import type { Load } from '../load.ts';
import { repeat, requestJson } from './calls.ts';

const PATH = '/compat/openai/v1/responses';
const MODEL = 'Svc Standard';
const ITEM_TOKENS = 60_000;
/** About, of its text: what its name becomes is what counts for the limit of the body. */
const ITEM_BYTES = 260_000;
/** As often as the limit of a body allows. */
const NAMED = 31;

/** Requests that name one large item of an earlier response again and again. */
export const NAMED_ITEMS: Load = {
  name: 'items named often',
  async run({ url, privateKey: key }, hold, signal) {
    const caller = { url, key, signal };
    const { body } = await requestJson(caller, 'POST', PATH, {
      model: MODEL,
      input: `[[sandbox: long=${ITEM_TOKENS}]]`,
      max_output_tokens: ITEM_TOKENS,
    });
    const [item] = body['output'] as [{ readonly id: string }];
    const input = Array.from({ length: NAMED }, () => ({ type: 'item_reference', id: item.id }));
    const request = JSON.stringify({ model: MODEL, input, max_output_tokens: 16 });
    await repeat(4, signal, () => hold(NAMED * ITEM_BYTES, requestJson(caller, 'POST', PATH, request)));
  },
};
