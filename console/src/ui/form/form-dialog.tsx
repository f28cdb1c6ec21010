import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refresh } from '../../api/pages.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../overlay/dialog.tsx';
import { toast } from '../overlay/toast.tsx';
import { Form, type FormValues } from './form.tsx';
import { FormError } from './form-error.tsx';

interface FormDialogProps {
  readonly title: string;
  /** What the button says. */
  readonly submit: string;
  readonly onClose: () => void;
  /** Resolves when it is done, and the dialog closes. What it rejects with is shown. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  /** Prefix of the queries that are out of date by then. */
  readonly refreshes?: QueryKey;
  /** What is said once it is done. */
  readonly done?: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** A dialog that asks for something and does it. It exists only while it is open. */
export function FormDialog({ title, submit, onClose, onSubmit, refreshes, done, children }: FormDialogProps) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (values: FormValues) => {
      await onSubmit(values);
      if (refreshes) await refresh(queries, refreshes);
      if (done !== undefined) toast(done);
    },
  });
  // Not told to a dialog that is gone: it would close the one that is open by then.
  const submitValues = (values: FormValues) => save.mutate(values, { onSuccess: onClose });
  return (
    <Dialog title={title} open onClose={onClose}>
      <Form onSubmit={submitValues} refusal={save.error}>
        {children}
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
