import type { Load } from '../load.ts';
import { repeat, requestJson } from './calls.ts';

const TEXT_BYTES = 32_000_000;
const IMAGE_BYTES = 30_000_000;
const IMAGE_CONCURRENCY = 4;

function load(name: string, concurrency: number, content: () => unknown): Load {
  return {
    name,
    async run({ url, privateKey: key }, hold, signal) {
      const body = Buffer.from(
        JSON.stringify({
          model: 'Svc Standard',
          max_tokens: 1,
          messages: [{ role: 'user', content: content() }],
        }),
      );
      await repeat(concurrency, signal, () =>
        hold(body.length, requestJson({ url, key, signal }, 'POST', '/v1/messages', body)),
      );
    },
  };
}

export const LARGE_TEXTS = load('texts of 32 MB', 1, () => 'word '.repeat(TEXT_BYTES / 5 - 100));
const HEAD = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64');
export const LARGE_IMAGES = load('images of 30 MB', IMAGE_CONCURRENCY, () => [
  {
    type: 'image',
    source: {
      type: 'base64',
      media_type: 'image/png',
      data: Buffer.concat([HEAD, Buffer.alloc((IMAGE_BYTES / 4) * 3 - HEAD.length)]).toString('base64'),
    },
  },
]);
