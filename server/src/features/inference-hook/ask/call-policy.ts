import { ApiError } from '@svc/contract';
import type { Conversation } from '#engine';
import type { PolicyCheck } from '#exchange';
import type { AskedTool } from './hook-question.ts';
import type { ShownPrompt } from './write-prompt.ts';

export type HookDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'denied'; readonly message: string | null }
  /** The hook gave no verdict, and the organization wants nothing to run without one. */
  | { readonly kind: 'unavailable' };

/** Asks the hook on behalf of one call. Rejects only with the reason of the call's signal. */
export type AskForCall = (prompt: ShownPrompt, tool?: AskedTool) => Promise<HookDecision>;

const REFUSED_TOOL = 'A policy of the organization refused this call.';

/** What the organization's hook says of one call, from its prompt to its last tool (POLICY-07, POLICY-18). */
export class CallPolicy implements PolicyCheck {
  readonly #ask: AskForCall;
  readonly #asksPrompts: boolean;
  readonly #asksTools: boolean;
  #prompt: ShownPrompt;
  #begun = false;

  constructor(ask: AskForCall, events: readonly ('prompt' | 'tool_call')[], prompt: ShownPrompt) {
    this.#ask = ask;
    this.#asksPrompts = events.includes('prompt');
    this.#asksTools = events.includes('tool_call');
    this.#prompt = prompt;
  }

  /** Asks before the call is admitted, for its first generation. */
  async begin(): Promise<void> {
    if (this.#asksPrompts) await this.#require(this.#prompt);
  }

  async generation(prompt: Conversation): Promise<void> {
    this.#prompt = prompt;
    const first = !this.#begun;
    this.#begun = true;
    if (!first && this.#asksPrompts) await this.#require(prompt);
  }

  async tool(tool: AskedTool): Promise<string | undefined> {
    if (!this.#asksTools) return undefined;
    const decision = await this.#ask(this.#prompt, tool);
    if (decision.kind === 'unavailable') throw new ApiError('policy_unavailable');
    return decision.kind === 'denied' ? (decision.message ?? REFUSED_TOOL) : undefined;
  }

  async #require(prompt: ShownPrompt): Promise<void> {
    const decision = await this.#ask(prompt);
    if (decision.kind === 'denied')
      throw new ApiError('policy_denied', { extra: { policy_message: decision.message } });
    if (decision.kind === 'unavailable') throw new ApiError('policy_unavailable');
  }
}
