import { useEffect, useRef, useState } from 'react';
import { userMessage, type AttachedFile, type PlaygroundMessage } from './attached-file.ts';
import { askModel, NO_ANSWER, type Answer } from './ask-model.ts';
import { requestOf, type CallSetup } from './call-setup.ts';

/** What is said. */
type Question = Pick<Round, 'question' | 'files'>;

/** A message and what came of it. */
export interface Round {
  /** Its place in the conversation. */
  readonly position: number;
  readonly question: string;
  /** What it is about. */
  readonly files: readonly AttachedFile[];
  readonly answer: Answer;
}

/** What a next call says of these rounds. One that got no reply is left out: the model would see a question nobody answered. */
export function messagesOf(rounds: readonly Round[]): PlaygroundMessage[] {
  return rounds
    .filter(({ answer }) => answer.state !== 'failed' && answer.text !== '')
    .flatMap(({ question, files, answer }): PlaygroundMessage[] => [
      userMessage(question, files),
      { role: 'assistant', content: answer.text },
    ]);
}

/** A conversation that lives as long as the page. */
export function useConversation() {
  const [rounds, setRounds] = useState<readonly Round[]>([]);
  const running = useRef<AbortController>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const ask = (setup: CallSetup, { question, files }: Question, before: readonly Round[]) => {
    const { signal } = (running.current = new AbortController());
    const onProgress = (answer: Answer) =>
      setRounds([...before, { position: before.length, question, files, answer }]);
    onProgress(NO_ANSWER);
    const request = requestOf(setup, [...messagesOf(before), userMessage(question, files)]);
    void askModel({ workspaceId: setup.workspaceId, request, signal, onProgress });
  };
  return {
    rounds,
    isRunning: rounds.at(-1)?.answer.state === 'running',
    send: (setup: CallSetup, question: Question) => ask(setup, question, rounds),
    /** The last question once more, in place of what came of it. */
    sendAgain: (setup: CallSetup) => ask(setup, rounds.at(-1)!, rounds.slice(0, -1)),
    stop,
    clear: () => setRounds([]),
  };
}
