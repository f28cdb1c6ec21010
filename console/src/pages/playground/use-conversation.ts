import type { ChatMessage } from '@svc/sdk';
import { useEffect, useRef, useState } from 'react';
import { askModel, NO_ANSWER, type Answer } from './ask-model.ts';
import { requestOf, type CallSetup } from './call-setup.ts';

/** A message and what came of it. */
export interface Round {
  /** Its place in the conversation. */
  readonly position: number;
  readonly question: string;
  readonly answer: Answer;
}

/** What a next call says of these rounds. One that got no reply is left out: the model would see a question nobody answered. */
export function messagesOf(rounds: readonly Round[]): ChatMessage[] {
  return rounds
    .filter(({ answer }) => answer.state !== 'failed' && answer.text !== '')
    .flatMap(({ question, answer }): ChatMessage[] => [
      { role: 'user', content: question },
      { role: 'assistant', content: answer.text },
    ]);
}

/** A conversation that lives as long as the page. */
export function useConversation() {
  const [rounds, setRounds] = useState<readonly Round[]>([]);
  const running = useRef<AbortController>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const ask = (setup: CallSetup, question: string, before: readonly Round[]) => {
    const { signal } = (running.current = new AbortController());
    const onProgress = (answer: Answer) =>
      setRounds([...before, { position: before.length, question, answer }]);
    onProgress(NO_ANSWER);
    const request = requestOf(setup, [...messagesOf(before), { role: 'user', content: question }]);
    void askModel({ workspaceId: setup.workspaceId, request, signal, onProgress });
  };
  return {
    rounds,
    isRunning: rounds.at(-1)?.answer.state === 'running',
    send: (setup: CallSetup, question: string) => ask(setup, question, rounds),
    /** The last question once more, in place of what came of it. */
    sendAgain: (setup: CallSetup) => ask(setup, rounds.at(-1)?.question ?? '', rounds.slice(0, -1)),
    stop,
    clear: () => setRounds([]),
  };
}
