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

/** Longer inputs are none of ours: no reply has as many tokens. Their beginning is enough to tell them apart. */
const MAX_INPUT_CHARACTERS = 1_048_576;
/** What more commas than this cut apart would take long to sort and to write again. */
const MAX_COMMAS = 20_000;

function hasFewCommas(text: string): boolean {
  let commas = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1))
    if (++commas > MAX_COMMAS) return false;
  return true;
}

function canonicalInput(text: string): string {
  if (text.length > MAX_INPUT_CHARACTERS) return `${text.length}:${text.slice(0, MAX_INPUT_CHARACTERS)}`;
  if (!hasFewCommas(text)) return text;
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
      const call = createHash('sha256').update(
        JSON.stringify([block.id, block.name, canonicalInput(block.arguments)]),
      );
      this.#hash.update('call').update(call.digest());
    }
  }

  /** A text block or a chunk of one: a stream need not be kept to be recognised. */
  addText(chunk: string): void {
    this.#text ??= createHash('sha256');
    this.#text.update(chunk);
  }

  /** Base64. Different in each workspace. */
  sign(key: Buffer, workspaceId: string): string {
    this.#endText();
    const mac = createHmac('sha256', key).update(`${workspaceId}\0`).update(this.#hash.digest()).digest();
    return mac.toString('base64', 0, DIGEST_BYTES);
  }

  #endText(): void {
    if (this.#text) this.#hash.update('text').update(this.#text.digest());
    this.#text = undefined;
  }
}
