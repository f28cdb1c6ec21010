import type { Conversation } from '#engine';

/** What the organization's inference hook says of a call that it let begin (POLICY-07, POLICY-18). */
export interface PolicyCheck {
  /**
   * Asks before a generation; the first one was asked about before the call was admitted. Rejects with 403
   * `policy_denied` and 503 `policy_unavailable`.
   */
  generation(prompt: Conversation): Promise<void>;
  /**
   * Asks before a tool on the service's side runs. Resolves with what the model is told instead of a result, or with
   * undefined where it may run. Rejects with 503 `policy_unavailable`.
   */
  tool(call: {
    readonly name: string;
    readonly kind: string;
    readonly input: string;
  }): Promise<string | undefined>;
}
