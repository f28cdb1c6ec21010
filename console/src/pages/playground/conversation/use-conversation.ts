import type { Model } from '@svc/sdk';
import { useEffect, useRef, useState } from 'react';
import { newReply, type PlaygroundReply } from './playground-reply.ts';
import { askModel } from './ask-model.ts';
import type { CallSetup } from '../setup/call-setup.ts';
import { chatRequest } from './chat-request.ts';
import { messagesOf, messagesOfSaid, type Round, type Said } from './rounds.ts';

/** What one side of the page says and hears. */
export interface Conversation {
  readonly rounds: readonly Round[];
  readonly isRunning: boolean;
  readonly send: (setup: CallSetup, model: Model, said: Said) => void;
  /** The last message once more, in place of what came of it. */
  readonly sendAgain: (setup: CallSetup, model: Model) => void;
  readonly stop: () => void;
  /** Goes on from these rounds. */
  readonly replace: (rounds: readonly Round[]) => void;
}

/** A conversation that lives as long as the page. `onEnd` is told of each reply that has ended. */
export function useConversation(onEnd: (setup: CallSetup, rounds: readonly Round[]) => void): Conversation {
  const [rounds, setRounds] = useState<readonly Round[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const ask = (setup: CallSetup, model: Model, said: Said, before: readonly Round[]) => {
    const { signal } = (running.current = new AbortController());
    const onProgress = (answer: PlaygroundReply) => {
      // What was replaced meanwhile stays so.
      if (running.current?.signal !== signal) return;
      const after = [...before, { position: before.length, said, answer }];
      setRounds(after);
      if (answer.state !== 'running') onEnd(setup, after);
    };
    onProgress(newReply(model.id));
    const request = chatRequest(setup, model, [...messagesOf(before, model.id), ...messagesOfSaid(said)]);
    void askModel({ workspaceId: setup.workspaceId, request, signal, onProgress });
  };
  return {
    rounds,
    isRunning: rounds.at(-1)?.answer.state === 'running',
    send: (setup, model, said) => ask(setup, model, said, rounds),
    sendAgain: (setup, model) => ask(setup, model, rounds.at(-1)!.said, rounds.slice(0, -1)),
    stop: () => running.current?.abort(),
    replace: (next) => {
      running.current?.abort();
      running.current = undefined;
      setRounds(next);
    },
  };
}
