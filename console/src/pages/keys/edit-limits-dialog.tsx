import type { ApiKey, ApiKeyRestrictions } from '@svc/contract';
import { API_KEYS } from '../../api/api-keys.ts';
import { updateRestrictions } from '../../api/key-restrictions.ts';
import { keyStrings } from '../../strings/keys.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { ExpiryField, expiryOf } from './expiry-field.tsx';
import { LimitFields, limitsOf } from './limit-fields.tsx';

const { limits: words } = keyStrings;

interface EditLimitsDialogProps {
  readonly apiKey: ApiKey;
  readonly limits: ApiKeyRestrictions;
  readonly onClose: () => void;
}

export function EditLimitsDialog({ apiKey: key, limits, onClose }: EditLimitsDialogProps) {
  return (
    <FormDialog
      refreshes={API_KEYS}
      done={words.saved}
      title={words.edit}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const { expires_at: before } = limits;
        const expiry = expiryOf(values, Date.now());
        const after = { ...limitsOf(values), expires_at: expiry === undefined ? before : expiry };
        await updateRestrictions(key.id, changesOf(limits, after));
      }}
    >
      <LimitFields workspaceId={key.workspace_id} limits={limits} areShown />
      <ExpiryField current={limits.expires_at} />
    </FormDialog>
  );
}
