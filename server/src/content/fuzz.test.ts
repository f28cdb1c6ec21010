import { LIMITS } from '@svc/contract';
import { afterAll, expect, it } from 'vitest';
import { ApiError } from '@svc/contract';
import { OutboundGuard } from '#kit';
import { docx, gif, jpeg, pdf, png, pptx, webp, xlsx } from '#test-kit';
import { ContentFetcher, ContentMemory, DocumentReader, resolveContent, type ContentPart } from './index.ts';

const ROUNDS = 400;
const SEED = 20_261_121;
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

const reader = new DocumentReader({ processes: 2 });
afterAll(() => reader.close());

const SAMPLES: readonly ['image' | 'document', string, Buffer][] = [
  ['document', 'application/pdf', pdf(['one\ntwo', 'three'])],
  ['document', `${OFFICE}wordprocessingml.document`, docx(['one', 'two'])],
  ['document', `${OFFICE}spreadsheetml.sheet`, xlsx({ a: [['one', '2']] })],
  ['document', `${OFFICE}presentationml.presentation`, pptx(['one', 'two'])],
  ['image', 'image/png', png(3, 4)],
  ['image', 'image/jpeg', jpeg(3, 4)],
  ['image', 'image/gif', gif(3, 4)],
  ['image', 'image/webp', webp(3, 4, 'VP8L')],
];

/** Mulberry32: the same mutations in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

it(`D-53 MSG-29 ${ROUNDS} corrupted files are read or refused, and nothing breaks`, async () => {
  const pick = random(SEED);
  const outcomes: Record<string, number> = {};
  const damaged = Array.from({ length: ROUNDS }, (_, round): ContentPart => {
    const [kind, mediaType, whole] = SAMPLES[round % SAMPLES.length] ?? ['image', '', Buffer.alloc(0)];
    const bytes = Buffer.from(whole.subarray(0, pick(4) === 0 ? pick(whole.length) + 1 : whole.length));
    for (let flips = pick(12); flips > 0; flips--) {
      const place = pick(bytes.length);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << pick(8));
    }
    return {
      kind,
      source: { type: 'base64', mediaType, data: bytes.toString('base64') },
      path: String(round),
    };
  });
  const context = {
    fetcher: new ContentFetcher(new OutboundGuard([])),
    reader,
    limits: LIMITS,
    organizationId: 'org_1',
    hold: new ContentMemory(() => LIMITS).hold('org_1'),
    signal: new AbortController().signal,
  };
  for (let at = 0; at < damaged.length; at += 8)
    await Promise.all(
      damaged.slice(at, at + 8).map(async (part) => {
        const outcome = await resolveContent([part], context).then(
          () => 'read',
          (error: unknown) => {
            if (!(error instanceof ApiError)) throw error;
            expect(error.options.param).toBe(part.path);
            return error.code;
          },
        );
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }),
    );
  expect(Object.keys(outcomes).toSorted()).toEqual(['read', 'unsupported_content']);
  const intact = SAMPLES.map(([kind, mediaType, bytes]): ContentPart => ({
    kind,
    source: { type: 'base64', mediaType, data: bytes.toString('base64') },
    path: '',
  }));
  expect(await resolveContent(intact, context)).toHaveLength(SAMPLES.length);
}, 120_000);
