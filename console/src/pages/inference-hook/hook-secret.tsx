import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { DocsLink } from '../../ui/docs-link.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Moment } from '../../ui/text/time.tsx';

const { secret: words } = inferenceHookStrings;

interface HookSecretProps {
  readonly secret: string;
  /** When the previous secret stops signing. */
  readonly previousUntil?: string;
}

/** In a dialog, once. */
export function HookSecret({ secret, previousUntil }: HookSecretProps) {
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
