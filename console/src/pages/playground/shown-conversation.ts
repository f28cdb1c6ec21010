import { codeStrings } from '../../strings/playground-code.ts';
import { userMessage, type AttachedFile, type PlaygroundMessage } from './attached-file.ts';
import { messagesOf, messagesOfSaid, type Round } from './rounds.ts';

interface Draft {
  readonly text: string;
  readonly files: readonly AttachedFile[];
}

/** What would be sent now; while nothing is written, what was sent last. */
export function shownConversation(
  rounds: readonly Round[],
  { text, files }: Draft,
  model: string,
): PlaygroundMessage[] {
  if (text.trim() !== '') return [...messagesOf(rounds, model), userMessage(text, files)];
  const last = rounds.at(-1);
  if (!last) return [userMessage(codeStrings.example, files)];
  return [...messagesOf(rounds.slice(0, -1), model), ...messagesOfSaid(last.said)];
}
