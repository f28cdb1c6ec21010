import { hash } from 'node:crypto';
import type { Block, Conversation, Turn } from './turns.ts';

/** Of each part of a conversation's beginning. What is longer differs in its length, or begins alike. */
const MAX_PART_CHARACTERS = 16_384;

/** What a call is known by besides its words. */
interface KeyOwner {
  /** Conversations of others are others, whatever they say. */
  readonly workspaceId: string | null;
  readonly organizationId: string;
}

type Beginning = Pick<Conversation, 'turns' | 'tools' | 'cacheScope' | 'sessionScope'>;

/**
 * The conversation that a call continues, by how it begins: system text, tools and the first turn of the user, or the caller's own key
 * (D-ENG-30). Counted only if something asks for it.
 */
export class ConversationKey {
  readonly #owner: KeyOwner;
  readonly #beginning: Beginning;
  #digest: string | undefined;

  constructor(owner: KeyOwner, beginning: Beginning) {
    this.#owner = owner;
    this.#beginning = beginning;
  }

  /** What engines are told: the caller's own key, else its session, else this conversation. Opaque, and of no other workspace. */
  get cacheKey(): string {
    return this.#beginning.sessionScope === undefined || this.#beginning.cacheScope !== undefined
      ? this.#id
      : this.#beginning.sessionScope;
  }

  /** An unsigned number of 32 bits, by which routes are chosen. */
  get hash(): number {
    return Buffer.from(this.#id.slice(0, 8), 'base64url').readUInt32BE();
  }

  get #id(): string {
    return (this.#digest ??= this.#beginning.cacheScope ?? digestOf(this.#owner, this.#beginning));
  }
}

function digestOf({ organizationId, workspaceId }: KeyOwner, { turns, tools }: Beginning): string {
  const parts = [organizationId, workspaceId ?? ''];
  // Descriptions and schemas are long, and hardly ever all that differs.
  for (const { name, description = '' } of tools) parts.push(`${name} ${description.length}`);
  const first = turns.findIndex(({ role }) => role === 'user');
  const beginning = first < 0 ? turns : turns.slice(0, first + 1);
  // Forms differ in how they divide the same text.
  for (const isSystem of [true, false])
    parts.push(beginningOf(beginning.filter(({ role }) => (role === 'system') === isSystem)));
  return hash('sha256', parts.join('\n'), 'base64url');
}

function beginningOf(turns: readonly Turn[]): string {
  let beginning = '';
  let length = 0;
  for (const { blocks } of turns)
    for (const block of blocks) {
      const text = textOf(block);
      beginning += text.slice(0, Math.max(0, MAX_PART_CHARACTERS - length));
      length += text.length;
    }
  return `${length} ${beginning}`;
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'image':
      return block.data;
    case 'tool_call':
      return block.arguments;
    default:
      return block.text;
  }
}

export function routeHash(engine: string, model: string, key?: string): number {
  return hashOf(key === undefined ? `${engine}\n${model}` : `${engine}\n${model}\n${key}`);
}

function hashOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16);
}

/** A number between 0 and 1, the same for the same two. */
export function hashFraction(conversation: number, route: number): number {
  let mixed = conversation ^ route;
  // The last step of MurmurHash3: each bit changes half of the others.
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  return ((mixed >>> 0) + 0.5) / 4_294_967_296;
}
