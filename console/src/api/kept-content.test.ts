import { expect, it } from 'vitest';
import { forgetPerson, mayKeep, PERSON_KEY, rememberPerson } from './kept-content.ts';

function storageOf(entries: Readonly<Record<string, string>>): Storage {
  const kept = new Map(Object.entries(entries));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

const KEPT = {
  'svc.theme': 'dark',
  'svc.playground.1.user_a.org_a': '[1]',
  'svc.playground.1.user_a.org_b': '[2]',
  'svc.playground.1.user_b.org_a': '[3]',
  'svc.playground.0.user_a.org_a': 'of an older form',
};
const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, i) => storage.key(i)!).toSorted();

it('signing out removes all content, and what is no content stays', () => {
  const storage = storageOf({ ...KEPT, [PERSON_KEY]: 'user_a' });
  forgetPerson(storage);
  expect(keysOf(storage)).toEqual(['svc.theme']);
});

it('another person finds no content but their own', () => {
  const storage = storageOf({ ...KEPT, [PERSON_KEY]: 'user_a' });
  rememberPerson(storage, 'user_b');
  expect(keysOf(storage)).toEqual([PERSON_KEY, 'svc.playground.1.user_b.org_a', 'svc.theme']);
});

it('the same person goes on with what was kept, and nothing is kept after they signed out', () => {
  const storage = storageOf({ ...KEPT, [PERSON_KEY]: 'user_a' });
  rememberPerson(storage, 'user_a');
  expect(storage.length).toBe(6);
  expect([mayKeep(storage, 'user_a'), mayKeep(storage, 'user_b')]).toEqual([true, false]);
  forgetPerson(storage);
  expect(mayKeep(storage, 'user_a')).toBe(false);
});

it('a browser that keeps nothing stops nobody', () => {
  const closed = new Proxy({} as Storage, {
    get() {
      throw new Error('SecurityError');
    },
  });
  rememberPerson(closed, 'user_a');
  forgetPerson(closed);
  expect(mayKeep(closed, 'user_a')).toBe(false);
});
