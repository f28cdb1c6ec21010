import type { Me, PromptToolResult } from '@svc/contract';
import { useState, type ReactNode } from 'react';
import { playgroundStrings as words } from '../../strings/playground.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { userMessage, type AttachedFile, type PlaygroundMessage } from './attached-file.ts';
import { Attachments } from './attachments.tsx';
import { requestOf, type CallSetup } from './call-setup.ts';
import { CodeSamplesCard } from './code-samples-card.tsx';
import { Composer } from './composer.tsx';
import { ConversationLog } from './conversation-log.tsx';
import { PromptTemplateCard } from './prompt-template-card.tsx';
import { PromptToolsCard } from './prompt-tools-card.tsx';
import { SetupCard } from './setup-card.tsx';
import { toolInput } from './tool-input.ts';
import { useCallSetup } from './use-call-setup.ts';
import { messagesOf, useConversation, type Round } from './use-conversation.ts';

export function Playground({ workspaces }: { readonly workspaces: Me['workspaces'] }) {
  const { setup, change, ...choices } = useCallSetup(workspaces);
  const { rounds, isRunning, ...conversation } = useConversation();
  const { draft, setDraft, files, setFiles, leaveEmpty } = useDraft();
  const permissions = workspaces.find(({ id }) => id === setup.workspaceId)?.permissions;
  const mayAttach = permissions?.['files.manage'];
  const send = () => {
    conversation.send(setup, { question: draft, files });
    leaveEmpty();
  };
  const changeSetup: typeof change = (changed) => {
    // Files are of one workspace.
    if (changed.workspaceId !== undefined) setFiles([]);
    change(changed);
  };
  const takeOver = ({ system, messages }: PromptToolResult) => {
    change({ system: system ?? '' });
    conversation.clear();
    setDraft(messages.at(-1)?.content ?? '');
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ConversationCard
        rounds={rounds}
        isRunning={isRunning}
        onClear={conversation.clear}
        onSendAgain={() => conversation.sendAgain(setup)}
      >
        {mayAttach && <Attachments workspaceId={setup.workspaceId} files={files} onFiles={setFiles} />}
        <Composer
          draft={draft}
          onDraft={setDraft}
          isRunning={isRunning}
          isReady={setup.model !== ''}
          onSend={send}
          onStop={conversation.stop}
        />
      </ConversationCard>
      <SideCards
        setup={setup}
        onChange={changeSetup}
        conversation={writtenConversation(rounds, draft)}
        mayStore={permissions?.['prompts.manage'] !== undefined}
        onUse={takeOver}
      >
        <SetupCard setup={setup} workspaces={workspaces} {...choices} onChange={changeSetup} />
      </SideCards>
      <CodeSamplesCard request={requestOf(setup, shownConversation(rounds, { question: draft, files }))} />
    </div>
  );
}

/** What is being written. */
function useDraft() {
  const [draft, setDraft] = useState('');
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const leaveEmpty = () => {
    setDraft('');
    setFiles([]);
  };
  return { draft, setDraft, files, setFiles, leaveEmpty };
}

interface ConversationCardProps {
  readonly rounds: readonly Round[];
  readonly isRunning: boolean;
  readonly onClear: () => void;
  readonly onSendAgain: () => void;
  /** What the next question is written with. */
  readonly children: ReactNode;
}

function ConversationCard({ rounds, isRunning, onClear, onSendAgain, children }: ConversationCardProps) {
  const clear = rounds.length > 0 && !isRunning && <Button onClick={onClear}>{words.clear}</Button>;
  return (
    <Card title={words.conversation} actions={clear}>
      <div className="flex flex-col gap-5">
        <ConversationLog rounds={rounds} isRunning={isRunning} onSendAgain={onSendAgain} />
        {children}
      </div>
    </Card>
  );
}

interface SideCardsProps {
  readonly setup: CallSetup;
  readonly onChange: (change: Partial<CallSetup>) => void;
  /** What the tools have to work on, beside the instructions. */
  readonly conversation: readonly PlaygroundMessage[];
  readonly mayStore: boolean;
  readonly onUse: (result: PromptToolResult) => void;
  /** The setup of the call. */
  readonly children: ReactNode;
}

function SideCards({ setup, onChange, conversation, mayStore, onUse, children }: SideCardsProps) {
  const input = toolInput(setup.system, conversation);
  return (
    <div className="flex flex-col gap-6 lg:row-span-2">
      {children}
      {mayStore && <PromptTemplateCard setup={setup} onChange={onChange} />}
      <PromptToolsCard setup={setup} input={input} mayStore={mayStore} onUse={onUse} />
    </div>
  );
}

/** What was said and is being written. */
function writtenConversation(rounds: readonly Round[], draft: string): PlaygroundMessage[] {
  const said = messagesOf(rounds);
  return draft.trim() === '' ? said : [...said, userMessage(draft, [])];
}

/** What would be sent now; while nothing is written, what was sent last. */
function shownConversation(
  rounds: readonly Round[],
  draft: Pick<Round, 'question' | 'files'>,
): PlaygroundMessage[] {
  const isWriting = draft.question.trim() !== '';
  const example = { question: words.samples.example, files: draft.files };
  const { question, files } = isWriting ? draft : (rounds.at(-1) ?? example);
  return [...messagesOf(isWriting ? rounds : rounds.slice(0, -1)), userMessage(question, files)];
}
