import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { refreshAll } from '../../api/pages.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../overlay/dialog.tsx';
import { toast } from '../overlay/toast.tsx';
import { Form } from './form.tsx';
import { FormError } from './form-error.tsx';

interface ReviewedDialogProps<Review> {
  readonly title: string;
  readonly words: { readonly review: string; readonly back: string; readonly reviewTitle: string };
  /** What the button says that saves. */
  readonly save: string;
  /** The fields, which keep what is typed in the state of the caller. */
  readonly children: ReactNode;
  /** Computes what saving would do. */
  readonly onReview: () => Promise<Review>;
  readonly renderReview: (review: Review) => ReactNode;
  readonly onSave: () => Promise<unknown>;
  readonly refreshes: readonly QueryKey[];
  readonly done: string;
  readonly onClose: () => void;
}

/** A dialog that shows what its settings would do before they are saved. */
export function ReviewedDialog<Review>({ onClose, ...dialog }: ReviewedDialogProps<Review>) {
  const queries = useQueryClient();
  const [review, setReview] = useState<{ readonly of: Review }>();
  const compute = useMutation({ mutationFn: dialog.onReview });
  const save = useMutation({
    mutationFn: async () => {
      await dialog.onSave();
      await refreshAll(queries, dialog.refreshes);
      toast(dialog.done);
    },
  });
  const refusal = review ? save.error : compute.error;
  const submit = () => {
    if (review) save.mutate(undefined, { onSuccess: onClose });
    else compute.mutate(undefined, { onSuccess: (result) => setReview({ of: result }) });
  };
  const change = () => {
    save.reset();
    setReview(undefined);
  };
  return (
    <Dialog title={review ? dialog.words.reviewTitle : dialog.title} open onClose={onClose} wide>
      <Form onSubmit={submit} refusal={refusal}>
        {review ? dialog.renderReview(review.of) : dialog.children}
        <FormError error={refusal} />
        <DialogActions>
          <Button onClick={review ? change : onClose}>{review ? dialog.words.back : uiStrings.cancel}</Button>
          <Button type="submit" look="primary" busy={compute.isPending || save.isPending}>
            {review ? dialog.save : dialog.words.review}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
