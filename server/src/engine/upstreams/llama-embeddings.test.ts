import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { writeTinyGguf } from '../../../test-kit/tiny-gguf.ts';
import type { RawEmbeddings } from '../embedding/embedding.ts';
import type { Engine } from '../events.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';
import { silentLog } from '../test-support/silent-log.ts';
import { toUnitVectors } from '../embedding/unit-vectors.ts';
import { createLlamaEngine } from './llama.ts';

const WIDTH = 256;
const CONTEXT_TOKENS = 256;

const installed = await import('node-llama-cpp').then(
  () => true,
  () => false,
);

describe.skipIf(!installed)('a local embedding model', () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-llama-'));
  const engines: Engine[] = [];
  const open = (forEmbeddings: boolean): Engine => {
    const modelPath = join(directory, `${forEmbeddings}.gguf`);
    writeTinyGguf(modelPath, { width: WIDTH, forEmbeddings });
    const engine = createLlamaEngine({
      modelPath,
      contextSize: CONTEXT_TOKENS,
      clock: createClock(),
      log: silentLog,
    });
    engines.push(engine);
    return engine;
  };
  let engine: Engine;
  beforeAll(() => {
    engine = open(true);
  });
  afterAll(async () => {
    await Promise.all(engines.map((each) => each.close()));
    rmSync(directory, { recursive: true, force: true });
  });

  const embed = (
    inputs: readonly string[],
    at = engine,
    signal = new AbortController().signal,
  ): Promise<RawEmbeddings> => at.embed!({ inputs, dimensions: WIDTH }, 'any', signal);

  it('embeds each text separately and deterministically, and counts its tokens', async () => {
    const { vectors, inputTokens } = await embed(['the sea', 'and the sea again', 'the sea']);
    expect(vectors.map(({ length }) => length)).toEqual([WIDTH, WIDTH, WIDTH]);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    const [alone, other] = await Promise.all([embed(['the sea']), embed(['and the sea again'])]);
    expect(alone.vectors[0]).toEqual(vectors[0]);
    expect(other.vectors[0]).toEqual(vectors[1]);
    expect(inputTokens).toBe(2 * alone.inputTokens! + other.inputTokens!);
    expect(await toUnitVectors(alone, { inputs: ['the sea'], dimensions: WIDTH })).toHaveLength(1);
  });

  it('never reads control tokens from a text', async () => {
    const [plain, control] = await Promise.all([embed(['s']), embed(['<s>'])]);
    expect(control.inputTokens).toBeGreaterThan(plain.inputTokens!);
  });

  it('refuses a text that does not fit its context', async () => {
    await expect(embed(['the ', 'x'.repeat(CONTEXT_TOKENS + 50)])).rejects.toMatchObject({
      kind: 'status',
      status: 400,
    });
  });

  it('accepts 64 requests and refuses more as busy', async () => {
    const asked = Array.from({ length: 65 }, () => embed(['a']).catch((error: unknown) => error));
    const responses = await Promise.all(asked);
    expect(responses.filter((response) => response instanceof Error)).toEqual([
      expect.objectContaining({ kind: 'busy' }),
    ]);
  });

  it('stops between two texts when the caller leaves', async () => {
    const leave = new AbortController();
    const response = embed(
      Array.from({ length: 2000 }, (_, i) => `text ${i}`),
      engine,
      leave.signal,
    );
    leave.abort();
    await expect(response).rejects.toThrow();
  });

  it('does not chat with an embedding model, and embeds with a chat model', async () => {
    const sink = new RecordingSink();
    engine.start(requestOf(), 'any', sink);
    await sink.done;
    expect(sink.fault).toMatchObject({ kind: 'status', status: 404 });
    const chatting = open(false);
    expect((await embed(['the sea'], chatting)).vectors[0]).toHaveLength(WIDTH);
    await chatting.close();
    await expect(embed(['a'], chatting)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
