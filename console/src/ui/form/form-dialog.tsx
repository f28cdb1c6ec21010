import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refreshAll } from '../../api/pages.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../overlay/dialog.tsx';
import { toast } from '../overlay/toast.tsx';
import { Form, type FormValues } from './form.tsx';
import { FormError } from './form-error.tsx';
import { FieldRows } from './rows/field-rows.tsx';
import { readRows, type Rows } from './rows/row.ts';

interface FormDialogProps<Values, Result> {
  readonly title: string;
  /** What the button says. */
  readonly submit: string;
  /** What is said above the fields. */
  readonly children?: ReactNode;
  readonly rows: Rows<Values>;
  /** Resolves when it is done, and the dialog closes. What it rejects with is shown. */
  readonly onSubmit: (values: Values) => Promise<Result>;
  /** Prefixes of the queries that are out of date by then. */
  readonly refreshes?: readonly QueryKey[];
  /** What is said once it is done. */
  readonly done?: string | ((result: Result) => string);
  /** With the result, if it was done. */
  readonly onClose: (result?: Result) => void;
}

/** A dialog that asks for something and does it. It exists only while it is open. */
export function FormDialog<Values, Result>({
  title,
  submit,
  children,
  rows,
  onSubmit,
  refreshes,
  done,
  onClose,
}: FormDialogProps<Values, Result>) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (values: FormValues) => {
      const result = await onSubmit(readRows(rows, values));
      await refreshAll(queries, refreshes ?? []);
      if (done !== undefined) toast(typeof done === 'string' ? done : done(result));
      return result;
    },
  });
  // Skipped once the dialog is gone: it would close the one that is open by then.
  const submitValues = (values: FormValues) => save.mutate(values, { onSuccess: onClose });
  const close = () => onClose();
  return (
    <Dialog title={title} open onClose={close}>
      <Form onSubmit={submitValues} refusal={save.error}>
        {children}
        <FieldRows rows={rows} />
        <FormError error={save.error} />
        <DialogActions>
          <Button onClick={close}>{uiStrings.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
