import type { NewApiKey } from '@svc/contract';
import type { ReactNode } from 'react';
import { keyStrings } from '../../strings/keys.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';

interface NewKeySecretProps {
  readonly apiKey: Pick<NewApiKey, 'name' | 'secret'>;
  /** What may be done with the key. */
  readonly children?: ReactNode;
}

/** In a dialog: the only time a secret is seen. */
export function NewKeySecret({ apiKey, children }: NewKeySecretProps) {
  return (
    <>
      <p>{keyStrings.form.made(apiKey.name)}</p>
      <SecretOnce secret={apiKey.secret} what={apiKey.name} kind="key" />
      {children}
    </>
  );
}
