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
      title={words.edit}
      submit={words.submit}
      rows={{
        limits: {
          render: () => <LimitFields workspaceId={key.workspace_id} limits={limits} areShown />,
          read: limitsOf,
        },
        expires_at: {
          render: () => <ExpiryField current={limits.expires_at} />,
          read: (values) => expiryOf(values, Date.now()),
        },
      }}
      onSubmit={({ limits: after, expires_at: expiry = limits.expires_at }) =>
        updateRestrictions(key.id, changesOf(limits, { ...after, expires_at: expiry }))
      }
      refreshes={[API_KEYS]}
      done={words.saved}
      onClose={onClose}
    />
  );
}
