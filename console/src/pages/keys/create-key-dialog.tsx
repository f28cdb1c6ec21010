import type { ApiKey } from '@svc/contract';
import { API_KEYS, createApiKey, type ApiKeyMaking } from '../../api/api-keys.ts';
import { keyStrings } from '../../strings/keys.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { linesOf } from '../../ui/form/lines-field.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { CreateKeyFields } from './create-key-fields.tsx';
import { expiryOf } from './expiry-field.tsx';
import { limitsOf } from './limit-fields.tsx';
import { NewKeySecret } from '../../resources/keys/new-key-secret.tsx';
import { UseWith } from './use-with.tsx';

const { form: words } = keyStrings;
// One row: some fields depend on others, and some are folded.
const ROWS = { settings: { render: () => <CreateKeyFields />, read: settingsOf } };

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={({ settings }) => createApiKey(settings)}
      refreshes={[API_KEYS]}
      madeTitle={words.madeTitle}
      renderMade={(made) => (
        <NewKeySecret apiKey={made}>
          <UseWith workspaceId={made.workspace_id} />
        </NewKeySecret>
      )}
      done={words.done}
      onClose={onClose}
    />
  );
}

function settingsOf(values: FormValues): ApiKeyMaking {
  return {
    name: values('name').trim(),
    workspace_id: values('workspace'),
    kind: values('kind') as ApiKey['kind'],
    ...limitsOf(values),
    expires_at: expiryOf(values, Date.now()) ?? null,
    allowed_origins: linesOf(values('origins')),
    allowed_ips: linesOf(values('ips')),
  };
}
