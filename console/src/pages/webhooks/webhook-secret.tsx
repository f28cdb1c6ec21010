import { webhookStrings } from '../../strings/webhooks.ts';
import { DialogDone } from '../../ui/overlay/dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Moment } from '../../ui/text/time.tsx';

const { secret: words } = webhookStrings;

interface WebhookSecretProps {
  readonly secret: string;
  /** When the previous secret stops signing. */
  readonly previousUntil?: string;
  readonly onDone: () => void;
}

/** In a dialog, once. */
export function WebhookSecret({ secret, previousUntil, onDone }: WebhookSecretProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>{words.text}</p>
      <SecretOnce secret={secret} what={words.what} kind="secret" />
      {previousUntil !== undefined && (
        <p>
          {words.until} <Moment at={previousUntil} />
        </p>
      )}
      <DialogDone onDone={onDone}>{words.done}</DialogDone>
    </div>
  );
}
