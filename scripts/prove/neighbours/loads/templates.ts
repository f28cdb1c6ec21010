import type { Load } from '../load.ts';
import { repeat, requestJson } from './calls.ts';

const BETA = { 'svc-beta': 'chat-extensions-2026-12-01' };

/** A template of 50 KB that names one value ten thousand times, filled to just below the limit of its body. */
function load(name: string, path: string, value: string, body: object): Load {
  return {
    name,
    async run({ url, privateKey: key }, sent, signal) {
      const caller = { url, key, signal };
      await requestJson(caller, 'POST', '/v1/prompts/templates', {
        name: 'much',
        messages: [{ role: 'user', content: '{{a}}'.repeat(9999) }],
      });
      const request = JSON.stringify({ ...body, prompt: { template: 'much-v1', variables: { a: value } } });
      await repeat(10, signal, () => {
        sent(request.length);
        return requestJson(caller, 'POST', path, request, BETA);
      });
    },
  };
}

export const TEMPLATES = load('templates that multiply', '/v1/messages', 'word '.repeat(640), {
  model: 'Svc Standard',
  max_tokens: 1,
});
export const TEMPLATE_COUNTS = load(
  'counted templates',
  '/v1/chat/completions/count_tokens',
  'word '.repeat(39),
  {},
);
