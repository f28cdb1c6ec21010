import { MessageSquare, RotateCcw } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { playgroundStrings as words } from '../../../strings/playground.ts';
import { promptToolStrings } from '../../../strings/prompt-tools.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ReplyView } from '../reply/reply-view.tsx';
import type { CallSetup } from '../setup/call-setup.ts';
import { pendingCalls, type Round, type Said } from './rounds.ts';
import { ToolResultsForm } from './tool-results-form.tsx';
import type { Side } from './use-sides.ts';

/** So near the end somebody follows the reply rather than reading above it. */
const NEAR_PX = 48;

interface ConversationLogProps {
  readonly side: Side;
  readonly setup: CallSetup;
  /** Tells it from the other one, where two stand side by side. */
  readonly isCompared: boolean;
}

/** One conversation with one model, and what can be done about its end. */
export function ConversationLog({ side: { conversation, model }, setup, isCompared }: ConversationLogProps) {
  const { rounds, isRunning } = conversation;
  const last = rounds.at(-1)?.answer;
  const pending = isRunning ? [] : pendingCalls(rounds);
  const mayRepeat = !rounds.at(-1)?.isOfOther && (last?.state === 'failed' || last?.state === 'stopped');
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isCompared && <h3 className="font-semibold wrap-anywhere">{model?.id}</h3>}
      {rounds.length === 0 ? (
        <EmptyState icon={MessageSquare} title={words.empty.title}>
          {words.empty.text}
        </EmptyState>
      ) : (
        <Rounds
          rounds={rounds}
          isRunning={isRunning}
          label={isCompared && model ? `${words.conversation}, ${model.id}` : words.conversation}
        />
      )}
      {mayRepeat && model && (
        <div>
          <Button icon={RotateCcw} onClick={() => conversation.sendAgain(setup, model)}>
            {words.answer.again}
          </Button>
        </div>
      )}
      {pending.length > 0 && model && (
        <ToolResultsForm
          key={rounds.length}
          calls={pending}
          onSend={(results) => conversation.send(setup, model, { type: 'results', results })}
        />
      )}
    </div>
  );
}

interface RoundsProps {
  readonly rounds: readonly Round[];
  readonly isRunning: boolean;
  readonly label: string;
}

function Rounds({ rounds, isRunning, label }: RoundsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Text grows when it is formatted, and code when its colours are there: later than it was drawn.
    const watcher = new ResizeObserver(() => {
      const { current } = scroller;
      if (current && isFollowing.current) current.scrollTop = current.scrollHeight;
    });
    if (content.current) watcher.observe(content.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={label}
      aria-busy={isRunning}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="max-h-[60dvh] overflow-y-auto rounded-md"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      <div ref={content} className="flex flex-col gap-5">
        {rounds.map(({ position, said, answer, isOfOther }) => (
          <div key={position} className="flex flex-col gap-5">
            <Saying by={words.you}>
              <SaidText said={said} />
            </Saying>
            <Saying by={words.model}>
              {isOfOther ? (
                <p className="wrap-anywhere text-quiet">{words.answer.ofOther(answer.model)}</p>
              ) : (
                <ReplyView answer={answer} />
              )}
            </Saying>
          </div>
        ))}
      </div>
    </div>
  );
}

function SaidText({ said }: { readonly said: Said }) {
  if (said.type === 'results')
    return said.results.map(({ id, name, content }) => (
      <div key={id} className="wrap-anywhere">
        <p className="text-[13px] text-quiet">{playgroundSetupStrings.calls.result(name)}</p>
        <p className="font-mono text-[13px] whitespace-pre-wrap">{content}</p>
      </div>
    ));
  if (said.type === 'template')
    return <p className="wrap-anywhere text-quiet">{promptToolStrings.template.alone(said.template)}</p>;
  return (
    <>
      <p className="break-words whitespace-pre-wrap">{said.text}</p>
      {said.files.length > 0 && (
        <p className="mt-1 text-[13px] wrap-anywhere text-quiet">
          {words.attach.attached}: {said.files.map(({ filename }) => filename).join(', ')}
        </p>
      )}
    </>
  );
}

function Saying({ by, children }: { readonly by: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-[13px] font-medium text-quiet">{by}</p>
      {children}
    </div>
  );
}
