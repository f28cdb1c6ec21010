import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import type { ReasoningPart } from '../conversation/playground-reply.ts';

const { reasoning: words } = playgroundSetupStrings;

interface ReasoningFoldProps {
  readonly reasoning: readonly ReasoningPart[];
  /** Nothing else has come yet. */
  readonly isThinking: boolean;
}

/** What the model thought before it answered, folded. */
export function ReasoningFold({ reasoning, isThinking }: ReasoningFoldProps) {
  const text = reasoning.map((chunk) => chunk.text).join('\n\n');
  if (text === '') return null;
  return (
    <details className="mb-2 text-[13px] text-quiet">
      <summary className="w-fit cursor-pointer rounded font-medium">
        {isThinking ? words.running : words.shown}
      </summary>
      <p className="mt-1 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">{text}</p>
    </details>
  );
}
