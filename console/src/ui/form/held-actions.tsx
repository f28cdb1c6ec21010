import type { ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { useHoldOpen } from '../overlay/close-guard.tsx';
import { DialogActions } from '../overlay/dialog.tsx';

interface HeldActionsProps {
  readonly onCancel: () => void;
  readonly busy: boolean;
  readonly look?: 'primary' | 'danger';
  /** What the button says. */
  readonly children: ReactNode;
}

/** The buttons of a form whose answer is shown only once: while it is on its way, the dialog stays open. */
export function HeldActions({ onCancel, busy, look = 'primary', children }: HeldActionsProps) {
  useHoldOpen(busy);
  return (
    <DialogActions>
      <Button disabled={busy} onClick={onCancel}>
        {uiStrings.cancel}
      </Button>
      <Button type="submit" look={look} busy={busy}>
        {children}
      </Button>
    </DialogActions>
  );
}
