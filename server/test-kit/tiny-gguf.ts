import { writeFileSync } from 'node:fs';

/** A GGUF metadata value with its type number in the file format. */
type Value =
  | { readonly type: 4; readonly value: number }
  | { readonly type: 6; readonly value: number }
  | { readonly type: 8; readonly value: string }
  | { readonly type: 9; readonly of: 5 | 6 | 8; readonly values: readonly (number | string)[] };

const uint32 = (value: number): Value => ({ type: 4, value });
const float32 = (value: number): Value => ({ type: 6, value });
const string = (value: string): Value => ({ type: 8, value });

const WIDTH = 32;
const HIDDEN = 64;
const CONTEXT = 512;
const ALIGNMENT = 32;

/** Unknown, start and end, every byte, and a few words: a vocabulary that can spell anything. */
function vocabulary(): string[] {
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  return ['<unk>', '<s>', '</s>', ...bytes, '▁', ...'etaoinshrdlu'.split(''), '▁the', '▁and', 'ing'];
}

function tokenType(index: number): number {
  if (index === 0) return 2;
  if (index < 3) return 3;
  return index < 259 ? 6 : 1;
}

function metadata(
  tokens: readonly string[],
  width: number,
  more: Readonly<Record<string, Value>>,
): Record<string, Value> {
  return {
    'general.architecture': string('llama'),
    'general.name': string('tiny'),
    'llama.context_length': uint32(CONTEXT),
    'llama.embedding_length': uint32(width),
    'llama.block_count': uint32(1),
    'llama.feed_forward_length': uint32(HIDDEN),
    'llama.attention.head_count': uint32(2),
    'llama.attention.head_count_kv': uint32(2),
    'llama.attention.layer_norm_rms_epsilon': float32(1e-5),
    'llama.rope.dimension_count': uint32(width / 2),
    'tokenizer.ggml.model': string('llama'),
    'tokenizer.ggml.tokens': { type: 9, of: 8, values: tokens },
    'tokenizer.ggml.scores': { type: 9, of: 6, values: tokens.map((_, index) => -index) },
    'tokenizer.ggml.token_type': { type: 9, of: 5, values: tokens.map((_, index) => tokenType(index)) },
    'tokenizer.ggml.unknown_token_id': uint32(0),
    'tokenizer.ggml.bos_token_id': uint32(1),
    'tokenizer.ggml.eos_token_id': uint32(2),
    ...more,
  };
}

/** Names and shapes (fastest dimension first) of a one-layer llama. */
function tensorShapes(words: number, width: number): [string, number[]][] {
  return [
    ['token_embd.weight', [width, words]],
    ['blk.0.attn_norm.weight', [width]],
    ['blk.0.attn_q.weight', [width, width]],
    ['blk.0.attn_k.weight', [width, width]],
    ['blk.0.attn_v.weight', [width, width]],
    ['blk.0.attn_output.weight', [width, width]],
    ['blk.0.ffn_norm.weight', [width]],
    ['blk.0.ffn_gate.weight', [width, HIDDEN]],
    ['blk.0.ffn_up.weight', [width, HIDDEN]],
    ['blk.0.ffn_down.weight', [HIDDEN, width]],
    ['output_norm.weight', [width]],
    ['output.weight', [width, words]],
  ];
}

class Writer {
  readonly #parts: Buffer[] = [];
  length = 0;

  add(part: Buffer): void {
    this.#parts.push(part);
    this.length += part.length;
  }

  uint32(value: number): void {
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    this.add(part);
  }

  float32(value: number): void {
    const part = Buffer.alloc(4);
    part.writeFloatLE(value);
    this.add(part);
  }

  uint64(value: number): void {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(BigInt(value));
    this.add(part);
  }

  string(value: string): void {
    const part = Buffer.from(value);
    this.uint64(part.length);
    this.add(part);
  }

  scalar(type: number, value: number | string): void {
    if (typeof value === 'string') this.string(value);
    else if (type === 6) this.float32(value);
    else this.uint32(value);
  }

  pad(): void {
    this.add(Buffer.alloc((ALIGNMENT - (this.length % ALIGNMENT)) % ALIGNMENT));
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function writeValue(writer: Writer, value: Value): void {
  writer.uint32(value.type);
  if (value.type !== 9) return writer.scalar(value.type, value.value);
  writer.uint32(value.of);
  writer.uint64(value.values.length);
  for (const item of value.values) writer.scalar(value.of, item);
}

/** Weights between -1 and 1, the same in every file. Norm weights are near 1 in real models, but any will do. */
function weights(count: number): Buffer {
  let seed = count;
  const values = Float32Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed / 0x7fffffff) * 2 - 1;
  });
  return Buffer.from(values.buffer);
}

/**
 * Writes a one-layer llama model with fixed random weights (about 100 KB, context of 512 tokens, no chat template):
 * enough for the local engine's queueing, limits and decoding where no real model is at hand. It writes gibberish,
 * raw bytes included, which is what the decoding tests want. `forEmbeddings` makes it say that it is for embeddings, by the
 * mean of its tokens' vectors, of `width` numbers.
 */
export function writeTinyGguf(path: string, { width = WIDTH, forEmbeddings = false } = {}): void {
  const tokens = vocabulary();
  const entries = Object.entries(
    metadata(tokens, width, forEmbeddings ? { 'llama.pooling_type': uint32(1) } : {}),
  );
  const tensors = tensorShapes(tokens.length, width);
  const writer = new Writer();
  writer.add(Buffer.from('GGUF'));
  writer.uint32(3);
  writer.uint64(tensors.length);
  writer.uint64(entries.length);
  for (const [key, value] of entries) {
    writer.string(key);
    writeValue(writer, value);
  }
  let offset = 0;
  for (const [name, shape] of tensors) {
    writer.string(name);
    writer.uint32(shape.length);
    for (const size of shape) writer.uint64(size);
    writer.uint32(0);
    writer.uint64(offset);
    // Every tensor is a multiple of 32 floats, so offsets need no padding of their own.
    offset += shape.reduce((product, size) => product * size, 4);
  }
  writer.pad();
  for (const [, shape] of tensors) writer.add(weights(shape.reduce((product, size) => product * size, 1)));
  writeFileSync(path, writer.bytes());
}
