import { useCallback, useState, useSyncExternalStore } from 'react';

/** Dialogs that can be asked for from anywhere. Each belongs to a page, which may have to be gone to first. */
export type RequestedDialog = 'api_key' | 'invite' | 'workspace' | 'webhook' | 'tunnel';

let requested: RequestedDialog | undefined;
const listeners = new Set<() => void>();

function change(next: RequestedDialog | undefined): void {
  requested = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the dialog as soon as its page is there. */
export function requestDialog(dialog: RequestedDialog): void {
  change(dialog);
}

/** For the page of the dialog: whether it is open, by a button of the page or because it was asked for. */
export function useRequestedDialog(dialog: RequestedDialog): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false);
  const isRequested = useSyncExternalStore(subscribe, () => requested === dialog);
  const set = useCallback(
    (open: boolean) => {
      if (!open && requested === dialog) change(undefined);
      setIsOpen(open);
    },
    [dialog],
  );
  return [isOpen || isRequested, set];
}
