import { useMutation } from '@tanstack/react-query';
import { account } from '../../api/account.ts';
import { profileStrings } from '../../strings/profile.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { AppToScan } from '../../ui/app-to-scan.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { HeldForm } from '../../ui/form/held-form.tsx';

const { authenticator: words } = profileStrings;

interface ConfirmAppStepProps {
  readonly uri: string;
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

export function ConfirmAppStep({ uri, onConfirmed, onCancel }: ConfirmAppStepProps) {
  const confirm = useMutation({
    mutationFn: async (code: string) => {
      await account.confirmAuthenticator(code);
      onConfirmed();
    },
  });
  return (
    <HeldForm onSubmit={(values) => confirm.mutateAsync(values('code'))}>
      <AppToScan uri={uri} words={words} />
      <CodeField label={words.code} name="code" />
      <FormError error={confirm.error} />
      <HeldActions onCancel={onCancel} busy={confirm.isPending}>
        {words.confirm}
      </HeldActions>
    </HeldForm>
  );
}
