import type { EngineEvent, StopReason } from '../../events.ts';
import { countTokens, splitWords, type TextWord } from '../../tokens/count-text.ts';
import type { Reply } from './compose-reply.ts';

/** The events of a reply that fits the budget, one per word-sized word, and their tokens. */
export interface CutReply {
  readonly events: readonly EngineEvent[];
  readonly stop: StopReason;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

/** The longest prefix of `text`, in whole characters, of at most `most` tokens. */
function startOf(text: string, most: number): string {
  let start = '';
  for (const character of text) {
    if (countTokens(start + character) > most) break;
    start += character;
  }
  return start;
}

class Budget {
  readonly events: EngineEvent[] = [];
  used = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** False when not all of it fitted. */
  spend(tokens: number): boolean {
    if (this.used + tokens > this.#most) return false;
    this.used += tokens;
    return true;
  }

  addWords(words: readonly TextWord[], toEvent: (text: string) => EngineEvent): boolean {
    for (const word of words) {
      if (this.spend(word.tokens)) {
        this.events.push(toEvent(word.text));
        continue;
      }
      const start = startOf(word.text, this.#most - this.used);
      if (start !== '') {
        this.used += countTokens(start);
        this.events.push(toEvent(start));
      }
      return false;
    }
    return true;
  }
}

function addCalls(budget: Budget, reply: Reply): boolean {
  return reply.calls.every((call, number) => {
    if (!budget.spend(countTokens(call.name))) return false;
    budget.events.push({ type: 'tool_call_start', call: number, id: call.id, name: call.name });
    return budget.addWords(splitWords(call.arguments), (text) => ({
      type: 'tool_call_delta',
      call: number,
      arguments: text,
    }));
  });
}

/**
 * Cuts a reply to at most `maxOutputTokens`, counting reasoning, text, names and arguments in that order. A
 * reply that does not fit ends with `max_tokens`, if necessary in the middle of a word or of a call's
 * arguments.
 */
export function cutReply(reply: Reply, maxOutputTokens: number): CutReply {
  const budget = new Budget(maxOutputTokens);
  let complete = budget.addWords(reply.reasoning, (text) => ({ type: 'reasoning', text }));
  const reasoningTokens = budget.used;
  complete &&= budget.addWords(reply.text, (text) => ({ type: 'text', text }));
  complete &&= addCalls(budget, reply);
  return {
    events: budget.events,
    stop: complete ? reply.stop : 'max_tokens',
    outputTokens: budget.used,
    reasoningTokens,
  };
}
