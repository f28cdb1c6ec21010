import { useState, type ReactNode } from 'react';
import { uiStrings } from '../strings/ui.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { FormError } from './form-error.tsx';
import { TextField } from './text-field.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Resolves when it is done, and the dialog closes. What it rejects with is shown. */
  readonly onConfirm: () => Promise<unknown>;
  /** What the button says: the deed itself, never "OK". */
  readonly action: string;
  /** What cannot be undone is confirmed by typing this. */
  readonly typed?: string;
  /** What happens, and what does not. */
  readonly children: ReactNode;
}

export function ConfirmDialog({ title, open, onClose, onConfirm, action, typed, children }: ConfirmDialogProps) {
  const [word, setWord] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const close = () => {
    setWord('');
    setError(undefined);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      close();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} open={open} onClose={close}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div className="flex flex-col gap-2">{children}</div>
        {typed && (
          <TextField
            label={uiStrings.typeToConfirm(typed)}
            value={word}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setWord(event.target.value)}
          />
        )}
        <FormError error={error} />
        <DialogActions>
          <Button onClick={close}>{uiStrings.cancel}</Button>
          <Button type="submit" look="danger" busy={busy} disabled={typed !== undefined && word.trim() !== typed}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
