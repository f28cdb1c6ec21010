import type { PromptToolResult } from '@svc/contract';
import { newReply } from '../conversation/playground-reply.ts';
import type { Round, Said } from '../conversation/rounds.ts';

interface SplitPrompt {
  /** What has been said already. */
  readonly rounds: readonly Round[];
  /** What the person is to send next; empty where the prompt ends with a reply. */
  readonly draft: string;
}

/** A prompt as a conversation that goes on with its last message. Messages of the user in a row become one. */
export function splitPrompt(messages: PromptToolResult['messages'], model: string): SplitPrompt {
  const rounds: Round[] = [];
  let asked: string[] = [];
  for (const { role, content } of messages) {
    if (role === 'user') {
      asked.push(content);
      continue;
    }
    const answer = { ...newReply(model), state: 'complete', text: content } as const;
    rounds.push({ position: rounds.length, said: saidOf(asked), answer });
    asked = [];
  }
  return { rounds, draft: textOf(asked) };
}

function textOf(asked: readonly string[]): string {
  return asked.join('\n\n');
}

/** A reply to nothing, such as to a prompt template, has nothing ahead of it: an empty message would be refused. */
function saidOf(asked: readonly string[]): Said {
  return asked.length === 0
    ? { type: 'results', results: [] }
    : { type: 'message', text: textOf(asked), files: [] };
}
