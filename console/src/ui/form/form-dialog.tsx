import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../overlay/dialog.tsx';
import { Form, type FormValues } from './form.tsx';
import { FormError } from './form-error.tsx';

interface FormDialogProps {
  readonly title: string;
  /** What the button says. */
  readonly submit: string;
  readonly onClose: () => void;
  /** Resolves when it is done, and the dialog closes. What it rejects with is shown. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  /** The fields, given what the last try was refused with. */
  readonly children: (error: unknown) => ReactNode;
}

/** A dialog that asks for something and does it. It exists only while it is open. */
export function FormDialog({ title, submit, onClose, onSubmit, children }: FormDialogProps) {
  const save = useMutation({ mutationFn: onSubmit });
  // Not told to a dialog that is gone: it would close the one that is open by then.
  const submitValues = (values: FormValues) => save.mutate(values, { onSuccess: onClose });
  return (
    <Dialog title={title} open onClose={onClose}>
      <Form onSubmit={submitValues}>
        {children(save.error)}
        <FormError error={save.error} />
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
