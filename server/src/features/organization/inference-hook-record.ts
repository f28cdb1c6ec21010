/** What a request needs to know of the hook that its organization wants asked (POLICY-01). Times are epoch milliseconds. */
export interface InferenceHookRecord {
  readonly url: string;
  readonly mode: 'off' | 'shadow' | 'enforce';
  readonly onFailure: 'allow' | 'deny';
  readonly timeoutMs: number;
  readonly events: readonly ('prompt' | 'tool_call')[];
  /** Null: all workspaces. */
  readonly workspaceIds: readonly string[] | null;
  readonly sealedHeaders: Buffer;
  readonly sealedSecret: Buffer;
  readonly sealedPreviousSecret: Buffer | null;
  /** Until then calls are signed with the previous secret too. */
  readonly previousSecretExpiresAtMs: number | null;
}
