import { createHash, createHmac, type Hash } from 'node:crypto';
import type { Block } from '#engine';

const DIGEST_BYTES = 16;

/** JSON in one spelling: clients may write the fields of an input in another order than they got them. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, item]) => [name, canonical(item)]);
}

function canonicalInput(text: string): string {
  try {
    return JSON.stringify(canonical(JSON.parse(text)));
  } catch {
    return text;
  }
}

/**
 * What stands for a reply without its reasoning (D-46): a keyed digest from which nothing can be read or guessed. Texts that
 * follow each other count as one, because citations cut a text into blocks, and clients or we may join them again.
 */
export class ReplyDigest {
  readonly #hash: Hash = createHash('sha256');
  #text: Hash | undefined;

  /** One block at once. Reasoning blocks are left out. */
  add(block: Block): void {
    if (block.type === 'text') this.addText(block.text);
    else if (block.type === 'tool_call') {
      this.#endText();
      const call = createHash('sha256').update(JSON.stringify([block.id, block.name, canonicalInput(block.arguments)]));
      this.#hash.update('call').update(call.digest());
    }
  }

  /** A text block or a piece of one: a stream need not be kept to be recognised. */
  addText(piece: string): void {
    this.#text ??= createHash('sha256');
    this.#text.update(piece);
  }

  /** Base64. Different in each workspace. */
  seal(key: Buffer, workspaceId: string): string {
    this.#endText();
    const mac = createHmac('sha256', key).update(`${workspaceId}\0`).update(this.#hash.digest()).digest();
    return mac.toString('base64', 0, DIGEST_BYTES);
  }

  #endText(): void {
    if (this.#text) this.#hash.update('text').update(this.#text.digest());
    this.#text = undefined;
  }
}

export function digestOf(blocks: readonly Block[], key: Buffer, workspaceId: string): string {
  const digest = new ReplyDigest();
  for (const block of blocks) digest.add(block);
  return digest.seal(key, workspaceId);
}
