import type { Model } from '@svc/sdk';
import { useRef } from 'react';
import type { CallSetup } from '../setup/call-setup.ts';
import type { KeptConversation } from '../history/history.ts';
import { takenOver, type Round, type Said } from './rounds.ts';
import { useConversation, type Conversation } from './use-conversation.ts';
import type { History } from '../history/use-history.ts';

/** A conversation with one model. */
export interface Side {
  readonly place: 'main' | 'compared';
  readonly conversation: Conversation;
  /** Undefined while it is not known which there are. */
  readonly model: Model | undefined;
}

interface SideParts {
  readonly model: Model | undefined;
  /** Undefined: one side is all. */
  readonly compared: Model | undefined;
  readonly history: History | undefined;
}

/** One conversation, or the same with two models. */
export function useSides({ model, compared, history }: SideParts) {
  // What both have come to: a reply of one may end long after that of the other.
  const ended = useRef<Record<Side['place'], readonly Round[]>>({ main: [], compared: [] });
  const keep = (place: Side['place']) => (setup: CallSetup, rounds: readonly Round[]) => {
    ended.current[place] = rounds;
    const { main, compared: other } = ended.current;
    history?.save(setup, setup.compared === undefined ? [main] : [main, other]);
  };
  const main: Side = { place: 'main', conversation: useConversation(keep('main')), model };
  const other: Side = { place: 'compared', conversation: useConversation(keep('compared')), model: compared };
  const sides = compared ? [main, other] : [main];
  const replace = ([first = [], second = []]: KeptConversation['sides']) => {
    ended.current = { main: first, compared: second };
    main.conversation.replace(first);
    other.conversation.replace(second);
  };
  return {
    sides,
    rounds: main.conversation.rounds,
    isRunning: sides.some(({ conversation }) => conversation.isRunning),
    send: (setup: CallSetup, said: Said) => {
      for (const side of sides) if (side.model) side.conversation.send(setup, side.model, said);
    },
    stop: () => sides.forEach(({ conversation }) => conversation.stop()),
    replace,
    /** Another conversation, which the history will keep by itself. */
    begin: (next: KeptConversation['sides']) => {
      replace(next);
      history?.begin();
    },
    /** The second model goes on from what the first one has come to. */
    compare: () => {
      const rounds = takenOver(main.conversation.rounds);
      ended.current.compared = rounds;
      other.conversation.replace(rounds);
    },
  };
}
