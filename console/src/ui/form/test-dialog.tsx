import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../overlay/dialog.tsx';
import { Form, type FormValues } from './form.tsx';
import { FormError } from './form-error.tsx';

interface TestDialogProps<Result> {
  readonly words: { readonly title: string; readonly text: string; readonly submit: string };
  readonly onTest: (values: FormValues) => Promise<Result>;
  /** What came of the last test. It is read out. */
  readonly renderResult: (result: Result) => ReactNode;
  readonly onClose: () => void;
  /** What is asked for first. */
  readonly children?: ReactNode;
}

/** Tries something out, as often as somebody likes, and shows what came of it. */
export function TestDialog<Result>({
  words,
  onTest,
  renderResult,
  onClose,
  children,
}: TestDialogProps<Result>) {
  const test = useMutation({ mutationFn: onTest });
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <Form onSubmit={test.mutate} refusal={test.error}>
        <p>{words.text}</p>
        {children}
        <div role="status">{test.data !== undefined && renderResult(test.data)}</div>
        <FormError error={test.error} />
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.close}</Button>
          <Button type="submit" look="primary" busy={test.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
