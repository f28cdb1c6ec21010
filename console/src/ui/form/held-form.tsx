import type { ReactNode } from 'react';
import { useHoldOpen } from '../overlay/close-guard.tsx';
import { Form, type FormValues } from './form.tsx';

interface HeldFormProps {
  /** Settles with the answer. What it rejects with is the owner's to show. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  readonly refusal?: unknown;
  /** With `<HeldActions>`. */
  readonly children: ReactNode;
}

/**
 * A form whose answer is shown only once. The dialog is held from the moment of sending: that the mutation is pending is drawn a timer later,
 * and a busy browser handles an Escape before that.
 */
export function HeldForm({ onSubmit, refusal, children }: HeldFormProps) {
  const hold = useHoldOpen();
  const submit = async (values: FormValues) => {
    hold(true);
    try {
      await onSubmit(values);
    } catch {
      // Shown by the owner.
    } finally {
      hold(false);
    }
  };
  return (
    <Form onSubmit={(values) => void submit(values)} refusal={refusal}>
      {children}
    </Form>
  );
}
