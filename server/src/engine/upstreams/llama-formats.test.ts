import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { strictSchema } from '../../../test-kit/description/strict-schema.ts';
import { writeTinyGguf } from '../../../test-kit/tiny-gguf.ts';
import type { Engine } from '../events.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';
import { silentLog } from '../test-support/silent-log.ts';
import type { ResponseFormat } from '../turns.ts';
import { createLlamaEngine } from './llama.ts';

type Schema = Readonly<Record<string, unknown>>;

const installed = await import('node-llama-cpp').then(
  () => true,
  () => false,
);

const USE = { model: 'm', hasTools: false };
const formatOf = (schema: Schema): ResponseFormat => ({
  type: 'json_schema',
  name: 'n',
  schema,
  strict: true,
});

function problemsOf(schema: Schema, text: string): unknown {
  const validate = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true }).compile(
    schema,
  );
  return validate(JSON.parse(text)) ? [] : validate.errors;
}

describe.skipIf(!installed)('the local model with a requested form', () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-llama-'));
  const modelPath = process.env['TEST_GGUF_PATH'] || join(directory, 'tiny.gguf');
  let engine: Engine;
  beforeAll(() => {
    if (!process.env['TEST_GGUF_PATH']) writeTinyGguf(modelPath);
    engine = createLlamaEngine({ modelPath, contextSize: 512, clock: createClock(), log: silentLog });
  });
  afterAll(async () => {
    await engine.close();
    rmSync(directory, { recursive: true });
  });

  /** The text of a reply; undefined if it was cut. */
  async function write(
    responseFormat: ResponseFormat,
    text = 'Go',
    maxOutputTokens = 300,
  ): Promise<string | undefined> {
    const sink = new RecordingSink();
    engine.start(
      requestOf({
        turns: [{ role: 'user', blocks: [{ type: 'text', text }] }],
        responseFormat,
        maxOutputTokens,
      }),
      'any',
      sink,
    );
    await sink.done;
    expect(sink.fault).toBeUndefined();
    return sink.events.some((event) => event.type === 'stop' && event.reason === 'end_turn')
      ? sink.text
      : undefined;
  }

  it('D-38 writes only that form', async () => {
    const schema = {
      type: 'object',
      properties: {
        color: { enum: ['red', 'blue'] },
        size: { anyOf: [{ $ref: '#/$defs/size' }, { type: 'null' }] },
        flags: { type: 'array', items: { type: ['boolean', 'null'] } },
      },
      required: ['color', 'size', 'flags'],
      additionalProperties: false,
      $defs: {
        size: {
          type: 'object',
          properties: { high: { type: 'boolean' } },
          required: ['high'],
          additionalProperties: false,
        },
      },
    };
    const texts = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => write(formatOf(schema), `Paint ${i}`)));
    const whole = texts.filter((text) => text !== undefined);
    expect(whole.length).toBeGreaterThan(0);
    for (const text of whole) expect([text.at(-1), problemsOf(schema, text)]).toEqual(['}', []]);
  });

  it('D-38 writes an object when any object is allowed', async () => {
    const sink = new RecordingSink();
    engine.start(requestOf({ responseFormat: { type: 'json_object' }, maxOutputTokens: 40 }), 'any', sink);
    await sink.done;
    expect(sink.text).toMatch(/^{/);
  });

  it('D-38 follows any strict schema that it claims to follow', async () => {
    let kept = 0;
    const property = fc.asyncProperty(strictSchema, async (schema) => {
      const text = await write(formatOf(schema), 'Go', 200);
      if (text === undefined || !engine.formatSupport!(formatOf(schema), USE).kept) return;
      kept += 1;
      expect(problemsOf(schema, text)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 30, endOnFailure: true });
    expect(kept).toBeGreaterThan(0);
  });
});
