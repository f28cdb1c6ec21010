/** What an engine signed in a reply, and must get back unchanged with the results of the reply's calls (D-ENG-17). */
export interface SignedPart {
  /** The number of the call that it belongs to, or stands before. */
  readonly call: number;
  /** Text of the reply stands between it and the call before. */
  readonly afterText: boolean;
  /** As the engine's protocol has it. */
  readonly value: object;
}

/** The signed parts of one reply. */
export interface SignedReply {
  /** The engine and its model. No other one takes them. */
  readonly origin: string;
  /** Our ids of its calls in order, from the first that has a signed part. It is found by this one. */
  readonly calls: readonly string[];
  readonly parts: readonly SignedPart[];
}

/** What engines signed in the replies of one conversation. Callers send back a call's id, name and arguments only. */
export interface EngineMemory {
  /** The reply that made a call. */
  find(callId: string): SignedReply | undefined;
  keep(reply: SignedReply): void;
}
