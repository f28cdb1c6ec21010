import type { NewApiKey } from '@svc/contract';
import type { ReactNode } from 'react';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/overlay/dialog.tsx';
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
      <SecretOnce secret={apiKey.secret} what={apiKey.name} />
      {children}
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {keyStrings.form.done}
        </Button>
      </DialogActions>
    </div>
  );
}
