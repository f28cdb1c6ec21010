import type { NewApiKey } from '@svc/contract';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/overlay/dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

interface NewKeySecretProps {
  readonly apiKey: Pick<NewApiKey, 'name' | 'secret'>;
  readonly onDone: () => void;
}

/** The only time a secret is seen. */
export function NewKeySecret({ apiKey, onDone }: NewKeySecretProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>{keyStrings.form.made(apiKey.name)}</p>
      <SecretOnce secret={apiKey.secret} what={apiKey.name} />
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {keyStrings.form.done}
        </Button>
      </DialogActions>
    </div>
  );
}
