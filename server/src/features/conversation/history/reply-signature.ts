import type { Authenticated, Selected } from '#exchange';
import type { ReplyHistory } from './check-history.ts';
import type { ReplySigner } from './reasoning-signatures.ts';
import { ReplyDigest } from './reply-digest.ts';

/** What a block of a reply is, before its text. */
type SignedBlock =
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string }
  | { readonly type: 'text' | 'reasoning' | 'compaction' };

/** Vouches for one reply: signs its reasoning and, once it is complete, notes how much of it there was (D-45, D-46). */
export class ReplySignature {
  readonly #history: ReplyHistory;
  readonly #workspaceId: string;
  readonly #signer: ReplySigner;
  readonly #digest: ReplyDigest | undefined;
  #reasoningBlocks = 0;

  constructor(history: ReplyHistory, { credential, admission }: Authenticated & Selected) {
    this.#history = history;
    this.#workspaceId = credential.workspaceId ?? '';
    this.#signer = history.signatures.newReply(credential.organizationId, admission.model.id);
    this.#digest = history.anyReasons() ? new ReplyDigest() : undefined;
  }

  /** Takes each chunk of each block. */
  append(head: SignedBlock, chunk: string): void {
    if (head.type === 'text') this.#digest?.addText(chunk);
  }

  /** Takes each block as it is complete; `text` is the input of a call. */
  close(head: SignedBlock, text: string): void {
    if (head.type === 'tool_call') this.#digest?.add({ ...head, arguments: text });
  }

  sign(text: string, position: number): string {
    this.#reasoningBlocks++;
    return this.#signer.sign(text, position);
  }

  /** The reply was complete. */
  note(): void {
    if (!this.#digest) return;
    const digest = this.#digest.sign(this.#history.markKey, this.#workspaceId);
    this.#history.marks.note(this.#workspaceId, digest, this.#reasoningBlocks);
  }
}
