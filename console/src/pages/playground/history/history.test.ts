import { beforeEach, describe, expect, it } from 'vitest';
import { newReply } from '../conversation/playground-reply.ts';
import { newSetup } from '../setup/call-setup.ts';
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

const KEY = historyKey({ user: { id: 'user_1' }, organization: { id: 'org_1' } } as Parameters<
  typeof historyKey
>[0]);

/** As much of a browser's storage as is used. */
function memory(mostCharacters = Infinity): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > mostCharacters) throw new DOMException('', 'QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage;
}

function round(text: string, answer: Partial<Round['answer']> = {}): Round {
  return {
    position: 0,
    said: { type: 'message', text, files: [] },
    answer: { ...newReply('Svc'), state: 'complete', text: 'Yes.', ...answer },
  };
}

function conversation(id: string, text = id): KeptConversation {
  return { id, title: id, savedAtMs: 1, setup: newSetup('wrkspc_1'), sides: [[round(text)]] };
}

describe('the history of the playground', () => {
  let storage: Storage;
  const ids = () => readHistory(storage, KEY).map(({ id }) => id);
  beforeEach(() => {
    storage = memory();
  });

  it('has the newest first, each conversation once, and gives back what was kept', () => {
    for (const id of ['a', 'b', 'a']) keep(storage, KEY, conversation(id));
    expect(ids()).toEqual(['a', 'b']);
    expect(readHistory(storage, KEY)[0]).toEqual(conversation('a'));
    forget(storage, KEY, 'a');
    expect(ids()).toEqual(['b']);
    forget(storage, KEY, 'b');
    expect(storage.getItem(KEY)).toBeNull();
  });

  it('is of one person in one organization', () => {
    const other = { user: { id: 'user_1' }, organization: { id: 'org_2' } } as Parameters<
      typeof historyKey
    >[0];
    keep(storage, KEY, conversation('a'));
    expect(readHistory(storage, historyKey(other))).toEqual([]);
  });

  it('drops the oldest beyond 50 conversations and a million characters', () => {
    for (let i = 0; i < 52; i++) keep(storage, KEY, conversation(`${i}`));
    expect(ids()).toHaveLength(50);
    expect(ids()[0]).toBe('51');
    keep(storage, KEY, conversation('long', 'x'.repeat(990_000)));
    expect(ids()[0]).toBe('long');
    expect(storage.getItem(KEY)!.length).toBeLessThan(1_000_100);
    expect(ids().length).toBeLessThan(30);
  });

  it('is empty, and no error, where the browser has no room or something else is stored', () => {
    storage = memory(10);
    keep(storage, KEY, conversation('a'));
    expect(ids()).toEqual([]);
    storage = memory();
    for (const text of ['{', '{}', 'null', '[null, 1, {"id": "a"}]']) {
      storage.setItem(KEY, text);
      expect(ids()).toEqual([]);
    }
  });

  it('completes a setup that was kept before it had more', () => {
    const { stop: _, ...older } = newSetup('wrkspc_1');
    storage.setItem(KEY, JSON.stringify([{ ...conversation('a'), setup: older }]));
    expect(readHistory(storage, KEY)[0]?.setup).toEqual(newSetup('wrkspc_1'));
  });

  it('keeps no failed round and no reasoning', () => {
    const reasoning = [{ text: 'Hm.', signature: 'signed' }];
    const kept = keptRounds([
      round('a', { state: 'failed', error: new Error('secret') }),
      round('b', { reasoning }),
    ]);
    expect(kept).toMatchObject([{ position: 0, said: { text: 'b' }, answer: { reasoning: [] } }]);
    expect(titleOf([round('  What\n is  it? ')])).toBe('What is it?');
  });
});
