import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Proof } from '../../api/account.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { HeldForm } from '../../ui/form/held-form.tsx';
import { ProofFields, proofOf } from './proof-fields.tsx';

interface PasswordAgainFormProps {
  readonly action: string;
  readonly onSubmit: (proof: Proof) => Promise<unknown>;
  readonly onCancel: () => void;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** Asks for the proof of a change, and for nothing else. */
export function PasswordAgainForm({
  action,
  onSubmit,
  onCancel,
  danger = false,
  children,
}: PasswordAgainFormProps) {
  const submit = useMutation({ mutationFn: onSubmit });
  return (
    <HeldForm onSubmit={(values) => submit.mutateAsync(proofOf(values))}>
      {children}
      <ProofFields />
      <FormError error={submit.error} />
      <HeldActions onCancel={onCancel} busy={submit.isPending} look={danger ? 'danger' : 'primary'}>
        {action}
      </HeldActions>
    </HeldForm>
  );
}
