import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isDialogRequested } from '../../ui/overlay/requested-dialog.ts';
import type { NavigationGroup } from '../navigation.ts';
import { areShortcutsOn, isSheetRequested, showShortcuts } from './shortcut-sheet-state.ts';

const GO = 'g';
const SHEET = '?';
/** So long after `g` the next key may come. */
const SEQUENCE_MS = 1500;
const TYPED_IN = 'input, textarea, select, [contenteditable]';
/** They have keys of their own. */
const OWN_KEYS = 'dialog[open], [role=dialog], [role=menu], [role=grid], [aria-haspopup][aria-busy=true]';

/** Letters without Ctrl, Alt or ⌘, which browsers leave to pages: `g` and a page's key, and `?`. */
export function useShortcuts(navigation: readonly NavigationGroup[]): void {
  const navigate = useNavigate();
  const router = useRouter();
  const goAtMs = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    // What is typed is meant for what is about to open.
    if (isSheetRequested() || (isDialogRequested() && router.state.status === 'pending')) return;
    const isSecond = event.timeStamp - goAtMs.current < SEQUENCE_MS;
    goAtMs.current = Number.NEGATIVE_INFINITY;
    const entry = navigation.flatMap(({ entries }) => entries).find(({ key }) => key === event.key);
    if (isSecond && entry) void navigate({ to: entry.path });
    else if (event.key === SHEET) showShortcuts();
    else if (event.key === GO) goAtMs.current = event.timeStamp;
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isShortcut({ defaultPrevented, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): boolean {
  if (!areShortcutsOn() || defaultPrevented || ctrlKey || metaKey || altKey || repeat) return false;
  if (target instanceof Element && target.closest(TYPED_IN)) return false;
  return document.querySelector(OWN_KEYS) === null;
}
