import type { Me } from '@svc/contract';
import type { ReactNode } from 'react';
import { playgroundStrings as words } from '../../strings/playground.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { Attachments } from './composer/attachments.tsx';
import type { CallSetup } from './setup/call-setup.ts';
import { chatRequest } from './conversation/chat-request.ts';
import { CodeCard } from './code/code-card.tsx';
import { Composer } from './composer/composer.tsx';
import { ConversationLog } from './conversation/conversation-log.tsx';
import { HistoryCard } from './history/history-card.tsx';
import { shownConversation } from './conversation/shown-conversation.ts';
import { SideCards } from './side-cards.tsx';
import { usePlayground } from './use-playground.ts';
import type { Side } from './conversation/use-sides.ts';

export function Playground({ workspaces }: { readonly workspaces: Me['workspaces'] }) {
  const { choices, sides, draft, history, opened, permissions, ...acts } = usePlayground(workspaces);
  const { setup, model } = choices;
  const { workspaceId } = setup;
  const { isOptional } = acts;
  const shown = model && shownConversation({ rounds: sides.rounds, draft, model: model.id, isOptional });
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <ConversationCard setup={setup} sides={sides.sides} onClear={acts.startOver}>
          {permissions?.['files.manage'] && (
            <Attachments workspaceId={workspaceId} files={draft.files} onFiles={draft.setFiles} />
          )}
          <Composer
            draft={draft.text}
            onDraft={draft.setText}
            isRunning={sides.isRunning}
            isReady={acts.isReady}
            isOptional={isOptional}
            onSend={acts.send}
            onStop={sides.stop}
          />
        </ConversationCard>
        {model && (
          <CodeCard
            request={shown && chatRequest(setup, model, shown)}
            model={model}
            asksByItself={acts.asksByItself}
          />
        )}
        <HistoryCard history={history} onOpen={acts.open} />
      </div>
      <SideCards
        // Fields that are filled in once are drawn again for what was opened.
        key={opened}
        {...choices}
        workspaces={workspaces}
        draft={draft.text}
        rounds={sides.rounds}
        mayStore={permissions?.['prompts.manage'] !== undefined}
        onChange={acts.change}
        onUse={acts.takeOver}
      />
    </div>
  );
}

interface ConversationCardProps {
  readonly setup: CallSetup;
  readonly sides: readonly Side[];
  readonly onClear: () => void;
  /** What the next message is written with. */
  readonly children: ReactNode;
}

function ConversationCard({ setup, sides, onClear, children }: ConversationCardProps) {
  const isCompared = sides.length > 1;
  const mayClear =
    sides.some(({ conversation }) => conversation.rounds.length > 0) &&
    !sides.some(({ conversation }) => conversation.isRunning);
  return (
    <Card title={words.conversation} actions={mayClear && <Button onClick={onClear}>{words.clear}</Button>}>
      <div className="flex flex-col gap-5">
        <div className={isCompared ? 'grid grid-cols-1 gap-6 md:grid-cols-2' : undefined}>
          {sides.map((side) => (
            <ConversationLog key={side.place} side={side} setup={setup} isCompared={isCompared} />
          ))}
        </div>
        {children}
      </div>
    </Card>
  );
}
