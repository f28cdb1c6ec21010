import type { Me } from '@svc/contract';
import { useState } from 'react';
import { playgroundStrings as words } from '../../strings/playground.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { userMessage, type AttachedFile, type PlaygroundMessage } from './attached-file.ts';
import { Attachments } from './attachments.tsx';
import { requestOf } from './call-setup.ts';
import { CodeSamplesCard } from './code-samples-card.tsx';
import { Composer } from './composer.tsx';
import { ConversationLog } from './conversation-log.tsx';
import { SetupCard } from './setup-card.tsx';
import { useCallSetup } from './use-call-setup.ts';
import { messagesOf, useConversation, type Round } from './use-conversation.ts';

export function Playground({ workspaces }: { readonly workspaces: Me['workspaces'] }) {
  const { setup, change, ...choices } = useCallSetup(workspaces);
  const { rounds, isRunning, ...conversation } = useConversation();
  const [draft, setDraft] = useState('');
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const mayAttach = workspaces.find(({ id }) => id === setup.workspaceId)?.permissions['files.manage'];
  const send = () => {
    conversation.send(setup, { question: draft, files });
    setDraft('');
    setFiles([]);
  };
  const changeSetup: typeof change = (changed) => {
    // Files are of one workspace.
    if (changed.workspaceId !== undefined) setFiles([]);
    change(changed);
  };
  const clear = rounds.length > 0 && !isRunning && (
    <Button onClick={conversation.clear}>{words.clear}</Button>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card title={words.conversation} actions={clear}>
        <div className="flex flex-col gap-5">
          <ConversationLog
            rounds={rounds}
            isRunning={isRunning}
            onSendAgain={() => conversation.sendAgain(setup)}
          />
          {mayAttach && <Attachments workspaceId={setup.workspaceId} files={files} onFiles={setFiles} />}
          <Composer
            draft={draft}
            onDraft={setDraft}
            isRunning={isRunning}
            isReady={setup.model !== ''}
            onSend={send}
            onStop={conversation.stop}
          />
        </div>
      </Card>
      <div className="lg:row-span-2">
        <SetupCard setup={setup} workspaces={workspaces} {...choices} onChange={changeSetup} />
      </div>
      <CodeSamplesCard request={requestOf(setup, shownConversation(rounds, { question: draft, files }))} />
    </div>
  );
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
