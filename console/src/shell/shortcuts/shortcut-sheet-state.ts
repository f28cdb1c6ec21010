import { useSyncExternalStore } from 'react';

/** Kept in the browser: it belongs to the keyboard, not to the person. */
const OFF_KEY = 'svc-shortcuts-off';

interface ShortcutState {
  readonly isSheetOpen: boolean;
  readonly isOn: boolean;
}

const listeners = new Set<() => void>();
let state: ShortcutState = { isSheetOpen: false, isOn: !isStoredOff() };

function isStoredOff(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) !== null;
  } catch {
    // Browsers that keep nothing have them on.
    return false;
  }
}

function change(next: Partial<ShortcutState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShortcutState(): ShortcutState {
  return useSyncExternalStore(subscribe, () => state);
}

export function areShortcutsOn(): boolean {
  return state.isOn;
}

/** It may be loading still. */
export function isSheetRequested(): boolean {
  return state.isSheetOpen;
}

export function showShortcuts(): void {
  change({ isSheetOpen: true });
}

export function hideShortcuts(): void {
  change({ isSheetOpen: false });
}

export function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, '');
  } catch {
    // Then it holds until the page is left.
  }
  change({ isOn });
}
