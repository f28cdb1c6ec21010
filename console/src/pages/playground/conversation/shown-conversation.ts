import { userMessage, type AttachedFile, type PlaygroundMessage } from '../composer/attached-file.ts';
import { messagesOf, messagesOfSaid, type Round } from './rounds.ts';

interface Draft {
  readonly text: string;
  readonly files: readonly AttachedFile[];
}

interface Shown {
  readonly rounds: readonly Round[];
  readonly draft: Draft;
  readonly model: string;
  /** The prompt template can be sent with no message. */
  readonly isOptional: boolean;
}

/** What would be sent now; while nothing is written, what was sent last. Undefined: nothing was, and nothing can be. */
export function shownConversation({
  rounds,
  draft: { text, files },
  model,
  isOptional,
}: Shown): PlaygroundMessage[] | undefined {
  if (text.trim() !== '') return [...messagesOf(rounds, model), userMessage(text, files)];
  if (isOptional) return files.length === 0 ? [] : [userMessage('', files)];
  const last = rounds.at(-1);
  return last && [...messagesOf(rounds.slice(0, -1), model), ...messagesOfSaid(last.said)];
}
