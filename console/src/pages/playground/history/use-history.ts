import { useEffect, useRef, useState } from 'react';
import { mayKeep } from '../../../api/kept-content.ts';
import { useMe } from '../../../api/session.ts';
import type { CallSetup } from '../setup/call-setup.ts';
import {
  forget,
  historyKey,
  keep,
  keptRounds,
  readHistory,
  titleOf,
  type KeptConversation,
} from './history.ts';
import type { Round } from '../conversation/rounds.ts';

/** The conversations of this browser, and the one that is on the page. */
export interface History {
  readonly kept: readonly KeptConversation[];
  /** Keeps what is on the page. `sides`: of the model, and of the one it is compared with. */
  readonly save: (setup: CallSetup, sides: KeptConversation['sides']) => void;
  /** What comes is another conversation. */
  readonly begin: () => void;
  readonly goOn: (conversation: KeptConversation) => void;
  readonly remove: (id: string) => void;
  readonly removeAll: () => void;
}

/** Undefined where the organization has zero data retention: then nothing is kept, and what was is deleted. */
export function useHistory(): History | undefined {
  const me = useMe();
  const key = historyKey(me);
  const isOff = me.organization.zero_data_retention;
  const currentId = useRef<string>(crypto.randomUUID());
  const [kept, setKept] = useState(() => readHistory(localStorage, key));
  useEffect(() => {
    if (isOff) localStorage.removeItem(key);
  }, [isOff, key]);
  if (isOff) return undefined;

  const begin = () => {
    currentId.current = crypto.randomUUID();
  };
  const refresh = () => setKept(readHistory(localStorage, key));
  return {
    kept,
    begin,
    goOn: ({ id }) => {
      currentId.current = id;
    },
    save: (setup, sides) => {
      const conversation = conversationOf(setup, sides);
      // A reply may end after its reader has signed out.
      if (!conversation || !mayKeep(localStorage, me.user.id)) return;
      keep(localStorage, key, { id: currentId.current, ...conversation });
      refresh();
    },
    remove: (id) => {
      forget(localStorage, key, id);
      if (id === currentId.current) begin();
      refresh();
    },
    removeAll: () => {
      localStorage.removeItem(key);
      begin();
      refresh();
    },
  };
}

/** Undefined while nothing of it is to be kept. */
function conversationOf(
  setup: CallSetup,
  sides: readonly (readonly Round[])[],
): Omit<KeptConversation, 'id'> | undefined {
  const [main = [], ...others] = sides.map(keptRounds);
  if (main.length === 0) return undefined;
  return { title: titleOf(main), savedAtMs: Date.now(), setup, sides: [main, ...others] };
}
