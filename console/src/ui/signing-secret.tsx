import { DocsLink } from './docs-link.tsx';
import { SecretOnce } from './secret-once.tsx';
import { Moment } from './text/time.tsx';

interface SigningSecretProps {
  /** `until` stands before the time at which the previous secret stops signing. */
  readonly words: Readonly<Record<'text' | 'what' | 'until', string>>;
  readonly secret: string;
  /** When the previous secret stops signing. */
  readonly previousUntil?: string;
}

/** What deliveries or calls are signed with: in a dialog, once. */
export function SigningSecret({ words, secret, previousUntil }: SigningSecretProps) {
  return (
    <>
      <p>
        {words.text} <DocsLink to="signature" />
      </p>
      <SecretOnce secret={secret} what={words.what} kind="secret" />
      {previousUntil !== undefined && (
        <p>
          {words.until} <Moment at={previousUntil} />
        </p>
      )}
    </>
  );
}
