import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { FormError } from '../form/form-error.tsx';
import { TextField } from '../form/text-field.tsx';

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

export function ConfirmDialog({
  title,
  open,
  onClose,
  onConfirm,
  action,
  typed,
  children,
}: ConfirmDialogProps) {
  const [word, setWord] = useState('');
  const confirm = useMutation({ mutationFn: onConfirm });
  const close = () => {
    setWord('');
    confirm.reset();
    onClose();
  };
  return (
    <Dialog title={title} open={open} onClose={close}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // Not told to a dialog that was closed meanwhile: it would close the one that is open by then.
          confirm.mutate(undefined, { onSuccess: close });
        }}
      >
        <div className="flex flex-col gap-2">{children}</div>
        {typed && <ConfirmationField expected={typed} value={word} onChange={setWord} />}
        <FormError error={confirm.error} />
        <DialogActions>
          <Button onClick={close}>{uiStrings.cancel}</Button>
          <Button
            type="submit"
            look="danger"
            busy={confirm.isPending}
            disabled={typed !== undefined && word.trim() !== typed}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ConfirmationFieldProps {
  readonly expected: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ConfirmationField({ expected, value, onChange }: ConfirmationFieldProps) {
  return (
    <TextField
      label={uiStrings.typeToConfirm(expected)}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
