import { useQueryClient } from '@tanstack/react-query';
import type { ApiKey, ApiKeyRestrictions } from '@svc/contract';
import { API_KEYS } from '../../api/api-keys.ts';
import { updateRestrictions } from '../../api/key-restrictions.ts';
import { refresh } from '../../api/pages.ts';
import { keyStrings } from '../../strings/keys.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { ExpiryField, expiryOf } from './expiry-field.tsx';
import { LimitFields, limitsOf } from './limit-fields.tsx';

const { limits: words } = keyStrings;

interface EditLimitsDialogProps {
  readonly apiKey: ApiKey;
  readonly limits: ApiKeyRestrictions;
  readonly onClose: () => void;
}

export function EditLimitsDialog({ apiKey: key, limits, onClose }: EditLimitsDialogProps) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={words.edit}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const { expires_at: before } = limits;
        const expiry = expiryOf(values, Date.now());
        const after = { ...limitsOf(values), expires_at: expiry === undefined ? before : expiry };
        await updateRestrictions(key.id, changesOf(limits, after));
        await refresh(queries, API_KEYS);
        toast(words.saved);
      }}
    >
      {(error) => (
        <>
          <LimitFields workspaceId={key.workspace_id} limits={limits} areShown error={error} />
          <ExpiryField current={limits.expires_at} error={error} />
        </>
      )}
    </FormDialog>
  );
}
