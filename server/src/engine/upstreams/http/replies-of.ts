import type { EngineMemory, SignedReply } from '../../engine-memory.ts';

/** The signed parts of the reply that made a call, where this engine made it. */
export type FindReply = (callId: string) => SignedReply | undefined;

export function repliesOf(memory: EngineMemory | undefined, origin: string): FindReply {
  if (!memory) return () => undefined;
  return (callId) => {
    const reply = memory.find(callId);
    return reply?.origin === origin ? reply : undefined;
  };
}
