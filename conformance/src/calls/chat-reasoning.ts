import assert from 'node:assert/strict';

export interface ReasoningPart {
  readonly index: number;
  readonly text: string;
  readonly signature?: string;
}

/** A block of reasoning as far as its pieces go. */
export interface StreamedReasoning {
  text: string;
  signature?: string;
}

/** D-34, D-47: blocks count up from 0, one after the other, and the last piece of each, which says nothing more, signs it. */
export function takeReasoning(chunks: readonly ReasoningPart[], blocks: StreamedReasoning[]): void {
  assert.equal(chunks.length, 1, 'D-34 one piece of reasoning in a delta');
  const { index, text, signature, ...more } = chunks[0]!;
  assert.deepEqual(more, {}, 'D-34 a piece of reasoning has index, text and signature');
  if (index === blocks.length) {
    assertSigned(blocks);
    blocks.push({ text: '' });
  }
  assert.equal(index, blocks.length - 1, 'D-34 a block of reasoning follows the one before');
  const block = blocks.at(-1)!;
  assert.equal(block.signature, undefined, 'D-47 nothing follows a signature');
  block.text += text;
  if (signature === undefined) return;
  assert.match(signature, /^v1(\.[\w-]+){4}$/, 'D-45 signature');
  assert.equal(text, '', 'D-47 the signature comes alone');
  block.signature = signature;
}

/** No block is left without its signature where something else follows. */
export function assertSigned(blocks: readonly StreamedReasoning[]): void {
  for (const { signature } of blocks)
    assert.ok(signature, 'D-47 a block of reasoning ends without its signature');
}
