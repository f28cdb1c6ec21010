import type { NewApiKey } from '@svc/contract';
import type { ReactNode } from 'react';
import { keyStrings } from '../../strings/keys.ts';
import { DialogDone } from '../../ui/overlay/dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

interface NewKeySecretProps {
  readonly apiKey: Pick<NewApiKey, 'name' | 'secret'>;
  readonly onDone: () => void;
  /** What may be done with the key. */
  readonly children?: ReactNode;
}

/** The only time a secret is seen. */
export function NewKeySecret({ apiKey, onDone, children }: NewKeySecretProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>{keyStrings.form.made(apiKey.name)}</p>
      <SecretOnce secret={apiKey.secret} what={apiKey.name} kind="key" />
      {children}
      <DialogDone onDone={onDone}>{keyStrings.form.done}</DialogDone>
    </div>
  );
}
