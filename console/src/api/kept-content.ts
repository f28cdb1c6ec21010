/** What the browser keeps of conversations begins with this. */
export const CONTENT_KEYS = 'svc.playground.';
/** Who is signed in, for what other tabs keep. */
export const PERSON_KEY = 'svc.person';

/** Notes who is signed in. What the browser kept of anybody else is removed, as after a session that ended by itself. */
export function rememberPerson(storage: Storage, userId: string): void {
  attempt(() => {
    if (storage.getItem(PERSON_KEY) === userId) return;
    removeContent(storage, (key) => !key.includes(`.${userId}.`));
    storage.setItem(PERSON_KEY, userId);
  });
}

/** Removes all content that the browser keeps. Nothing more of the person is kept from now on, by no tab. */
export function forgetPerson(storage: Storage): void {
  attempt(() => {
    storage.removeItem(PERSON_KEY);
    removeContent(storage, () => true);
  });
}

/** Whether content of this person may be kept: a reply may end after its reader has signed out. */
export function mayKeep(storage: Storage, userId: string): boolean {
  return attempt(() => storage.getItem(PERSON_KEY) === userId) ?? false;
}

function removeContent(storage: Storage, isRemoved: (key: string) => boolean): void {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
  for (const key of keys) if (key.startsWith(CONTENT_KEYS) && isRemoved(key)) storage.removeItem(key);
}

/** A browser may keep nothing: then there is nothing to remove. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
