import type { Load } from '../load.ts';
import { repeat, requestJson } from './calls.ts';

const TEMPLATES_PATH = '/v1/prompts/templates';
const PLACEHOLDERS = 9999;
const BETA = { 'svc-beta': 'chat-extensions-2026-12-01' };

/** A template of 50 KB that names one value ten thousand times, filled to just below the limit of its body. */
function load(name: string, path: string, value: string, body: object): Load {
  return {
    name,
    async run({ url, privateKey: key }, hold, signal) {
      const caller = { url, key, signal };
      await requestJson(caller, 'POST', TEMPLATES_PATH, {
        name: 'much',
        messages: [{ role: 'user', content: '{{a}}'.repeat(PLACEHOLDERS) }],
      });
      const request = JSON.stringify({ ...body, prompt: { template: 'much-v1', variables: { a: value } } });
      await repeat(10, signal, () =>
        hold(PLACEHOLDERS * value.length, requestJson(caller, 'POST', path, request, BETA)),
      );
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

const LARGE = 'word '.repeat(148_000);
const LARGE_COUNT = 6;
/** Of a page: it ends where the texts are longer. */
const PAGE_BYTES = 1_048_576;

/** Templates near the limit of a body, each a new one. */
export const LARGE_TEMPLATES: Load = {
  name: 'templates of 740 KB',
  async run({ url, privateKey: key }, hold, signal) {
    await repeat(1, signal, (i) =>
      hold(LARGE.length, requestJson({ url, key, signal }, 'POST', TEMPLATES_PATH, largeTemplate(i))),
    );
  },
};

/** Lists of them, of four megabytes in all. */
export const TEMPLATE_PAGES: Load = {
  name: 'pages of large templates',
  async run({ url, privateKey: key }, hold, signal) {
    const caller = { url, key, signal };
    for (let i = 0; i < LARGE_COUNT; i++) await requestJson(caller, 'POST', TEMPLATES_PATH, largeTemplate(i));
    await repeat(2, signal, () => hold(PAGE_BYTES, requestJson(caller, 'GET', TEMPLATES_PATH)));
  },
};

function largeTemplate(i: number): object {
  return { name: `large-${i}`, messages: [{ role: 'user', content: LARGE }] };
}
