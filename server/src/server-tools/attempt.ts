import { describeError, untilAborted, type Log } from '#kit';
import type { ToolOutcome } from '#reply';
import { EndsReply, failure, sentenceFor } from './tool-outcome.ts';

/** Runs a call of a tool so that its failures become outcomes. `ending` also fires when the service closes. */
export type Attempt = (
  signal: AbortSignal,
  work: (ending: AbortSignal) => Promise<ToolOutcome>,
) => Promise<ToolOutcome>;

/** Rejects with the reason of the signal, the moment it fires, and with what ends the reply. */
export function createAttempt(closing: AbortSignal, log: Log): Attempt {
  return async (signal, work) => {
    const ending = AbortSignal.any([signal, closing]);
    try {
      return await untilAborted(work(ending), ending);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EndsReply) throw error.error;
      const sentence = sentenceFor(error);
      if (sentence === undefined) log.error({ error: describeError(error) }, 'tool call failed');
      return failure(sentence ?? 'The tool failed.');
    }
  };
}
