import type { ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { DialogActions } from '../overlay/dialog.tsx';

interface HeldActionsProps {
  readonly onCancel: () => void;
  readonly busy: boolean;
  readonly look?: 'primary' | 'danger';
  /** What the button says. */
  readonly children: ReactNode;
}

/** The buttons of a `<HeldForm>`. */
export function HeldActions({ onCancel, busy, look = 'primary', children }: HeldActionsProps) {
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
