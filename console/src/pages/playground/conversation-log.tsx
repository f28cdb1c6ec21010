import { MessageSquare, RotateCcw } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { playgroundStrings as words } from '../../strings/playground.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AnswerView } from './answer-view.tsx';
import type { Round } from './use-conversation.ts';

/** So near the end somebody follows the reply rather than reading above it. */
const NEAR_PX = 48;

interface ConversationLogProps {
  readonly rounds: readonly Round[];
  readonly isRunning: boolean;
  readonly onSendAgain: () => void;
}

export function ConversationLog({ rounds, isRunning, onSendAgain }: ConversationLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  useEffect(() => {
    if (scroller.current && isFollowing.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  });
  if (rounds.length === 0) {
    return (
      <EmptyState icon={MessageSquare} title={words.empty.title}>
        {words.empty.text}
      </EmptyState>
    );
  }
  const last = rounds.at(-1)!.answer;
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={words.conversation}
      aria-busy={isRunning}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="flex max-h-[60dvh] flex-col gap-5 overflow-y-auto rounded-md"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      {rounds.map(({ position, question, files, answer }) => (
        <div key={position} className="flex flex-col gap-5">
          <Said by={words.you}>
            <Question question={question} files={files} />
          </Said>
          <Said by={words.model}>
            <AnswerView answer={answer} />
          </Said>
        </div>
      ))}
      {(last.state === 'failed' || last.state === 'stopped') && (
        <div>
          <Button icon={RotateCcw} onClick={onSendAgain}>
            {words.answer.again}
          </Button>
        </div>
      )}
    </div>
  );
}

function Question({ question, files }: Pick<Round, 'question' | 'files'>) {
  return (
    <>
      <p className="break-words whitespace-pre-wrap">{question}</p>
      {files.length > 0 && (
        <p className="mt-1 text-[13px] wrap-anywhere text-quiet">
          {words.attach.attached}: {files.map(({ filename }) => filename).join(', ')}
        </p>
      )}
    </>
  );
}

function Said({ by, children }: { readonly by: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-[13px] font-medium text-quiet">{by}</h3>
      {children}
    </div>
  );
}
