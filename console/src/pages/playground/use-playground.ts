import { useQuery } from '@tanstack/react-query';
import type { Me, PromptToolResult } from '@svc/contract';
import { useState } from 'react';
import { endsWithUser, referenceOptions } from '../../api/prompts.ts';
import type { AttachedFile } from './composer/attached-file.ts';
import type { CallSetup } from './setup/call-setup.ts';
import { MAX_STOP_SEQUENCES, stopSequences } from './conversation/chat-request.ts';
import type { KeptConversation } from './history/history.ts';
import { isBroken } from './setup/reply-format.ts';
import { messagesOf, pendingCalls, type Said } from './conversation/rounds.ts';
import { splitPrompt } from './prompt-tools/split-prompt.ts';
import { useCallSetup } from './setup/use-call-setup.ts';
import { useHistory } from './history/use-history.ts';
import { useSides, type Side } from './conversation/use-sides.ts';

/** All that the page knows, and what can be done with it. */
export function usePlayground(workspaces: Me['workspaces']) {
  const { change: changeSetup, ...choices } = useCallSetup(workspaces);
  const { setup, model, compared } = choices;
  const history = useHistory();
  const sides = useSides({ model, compared, history });
  const draft = useDraft();
  const asksByItself = useAsksByItself(setup);
  const [opened, setOpened] = useState(0);
  return {
    choices,
    sides,
    draft,
    history,
    opened,
    permissions: workspaces.find(({ id }) => id === setup.workspaceId)?.permissions,
    isReady: isReady(setup, sides.sides),
    asksByItself,
    isOptional: asksByItself && messagesOf(sides.rounds, setup.model).length === 0,
    startOver: () => sides.begin([]),
    change: (changed: Partial<CallSetup>) => {
      // Files are of one workspace.
      if (changed.workspaceId !== undefined) draft.setFiles([]);
      if (changed.compared !== undefined) sides.compare();
      changeSetup(changed);
    },
    send: () => {
      sides.send(setup, saidOf(draft, setup));
      draft.leaveEmpty();
    },
    open: (kept: KeptConversation) => {
      const isThere = workspaces.some(({ id }) => id === kept.setup.workspaceId);
      changeSetup({
        compared: undefined,
        ...kept.setup,
        ...(isThere ? {} : { workspaceId: setup.workspaceId }),
      });
      sides.replace(kept.sides);
      history?.goOn(kept);
      setOpened(opened + 1);
    },
    takeOver: ({ system, messages }: PromptToolResult) => {
      changeSetup({ system: system ?? '' });
      const { rounds, draft: next } = splitPrompt(messages, setup.model);
      sides.begin([rounds, rounds]);
      draft.setText(next);
    },
  };
}

/** Whether a question can be sent: the settings are valid, every side has a model, and no tool results are pending. */
function isReady({ format, stop }: CallSetup, sides: readonly Side[]): boolean {
  return (
    !isBroken(format) &&
    stopSequences(stop).length <= MAX_STOP_SEQUENCES &&
    sides.every(({ model, conversation }) => model && pendingCalls(conversation.rounds).length === 0)
  );
}

/** Whether the chosen template ends with a message of the user, so that a conversation can begin with nothing else. */
function useAsksByItself({ workspaceId, prompt }: CallSetup): boolean {
  const { data } = useQuery(referenceOptions(workspaceId, prompt?.template ?? ''));
  return data !== undefined && endsWithUser(data);
}

function saidOf({ text, files }: ReturnType<typeof useDraft>, { prompt }: CallSetup): Said {
  const isEmpty = text.trim() === '' && files.length === 0;
  return isEmpty && prompt
    ? { type: 'template', template: prompt.template }
    : { type: 'message', text, files };
}

/** What is being written. */
function useDraft() {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const leaveEmpty = () => {
    setText('');
    setFiles([]);
  };
  return { text, setText, files, setFiles, leaveEmpty };
}
