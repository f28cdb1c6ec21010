import { useEffect, useState } from 'react';

/** Dialogs that can be asked for from anywhere. Each belongs to a page, which may have to be gone to first. */
export type RequestedDialog = 'api_key' | 'invite' | 'workspace' | 'webhook' | 'tunnel';

let requested: RequestedDialog | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog as soon as its page is there. */
export function requestDialog(dialog: RequestedDialog): void {
  requested = dialog;
  for (const listener of listeners) listener();
}

/** Whether a dialog was asked for whose page is not there yet. */
export function isDialogRequested(): boolean {
  return requested !== undefined;
}

/** For the page of the dialog: whether it is open, by a button of the page or because it was asked for. */
export function useRequestedDialog(dialog: RequestedDialog): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => requested === dialog);
  useEffect(() => {
    // The page has it: a request that outlived the page would open the dialog on the next visit.
    if (requested === dialog) requested = undefined;
    const open = () => {
      if (requested !== dialog) return;
      requested = undefined;
      setIsOpen(true);
    };
    listeners.add(open);
    return () => {
      listeners.delete(open);
    };
  }, [dialog]);
  return [isOpen, setIsOpen];
}
