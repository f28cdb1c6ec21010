import type { SsoConnection } from '@svc/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { fieldError } from '../../api/failure.ts';
import { previewSsoRoles, SSO_CONNECTIONS, updateSsoConnection } from '../../api/single-sign-on.ts';
import { GrantFields } from '../../resources/roles/grant-fields.tsx';
import { MappedRoleField } from '../../resources/roles/mapped-role-field.tsx';
import { roleMappingStrings } from '../../strings/role-mapping.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useRefusal } from '../../ui/form/refusal.ts';
import { ReviewedDialog } from '../../ui/form/reviewed-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { RolePreview } from './role-preview.tsx';

const { mapping: words } = singleSignOnStrings;

type Mapping = SsoConnection['group_roles'][number];
/** With a key of its own: the group is being typed. */
type Row = Mapping & { readonly key: number };

interface MappingDialogProps {
  readonly connection: SsoConnection;
  readonly onClose: () => void;
}

/** Groups of the provider and what each gives. Who gets another role is shown before it is saved. */
export function MappingDialog({ connection: { id, group_roles: groups }, onClose }: MappingDialogProps) {
  const [rows, setRows] = useState<readonly Row[]>(groups.map((mapping, key) => ({ ...mapping, key })));
  const settings = () => ({
    group_roles: rows.map(({ group, role, workspaces }) => ({ group: group.trim(), role, workspaces })),
  });
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { key, group: '', role: null, workspaces: [] }]);
  };
  return (
    <ReviewedDialog
      title={words.title}
      words={roleMappingStrings}
      save={words.save}
      onReview={() => previewSsoRoles(id, settings())}
      renderReview={(preview) => (
        <>
          <p>{roleMappingStrings.reviewLead}</p>
          <RolePreview preview={preview} />
        </>
      )}
      onSave={() => updateSsoConnection(id, settings())}
      refreshes={[SSO_CONNECTIONS]}
      done={words.saved}
      onClose={onClose}
    >
      <p>{words.lead}</p>
      {rows.map((row, at) => (
        <MappingFields
          key={row.key}
          at={at}
          mapping={row}
          onChange={(change) =>
            setRows(rows.map((one) => (one.key === row.key ? { ...one, ...change } : one)))
          }
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <Button icon={Plus} onClick={add}>
          {words.add}
        </Button>
      </div>
    </ReviewedDialog>
  );
}

interface MappingFieldsProps {
  readonly at: number;
  readonly mapping: Mapping;
  readonly onChange: (change: Partial<Mapping>) => void;
  readonly onRemove: () => void;
}

function MappingFields({ at, mapping, onChange, onRemove }: MappingFieldsProps) {
  const error = useRefusal();
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="sr-only">{words.one(at + 1)}</legend>
      <div className="grid grid-cols-[1fr_auto] items-start gap-2 sm:grid-cols-[2fr_1fr_auto]">
        <TextField
          label={words.group}
          value={mapping.group}
          maxLength={256}
          required
          spellCheck={false}
          autoCapitalize="none"
          error={fieldError(error, `group_roles[${at}].group`)}
          onChange={({ target }) => onChange({ group: target.value })}
        />
        <div className="max-sm:order-1">
          <MappedRoleField role={mapping.role} onChange={(role) => onChange({ role })} />
        </div>
        <IconButton label={words.remove(at + 1)} icon={Trash2} className="mt-6.5" onClick={onRemove} />
      </div>
      <GrantFields grants={mapping.workspaces} onChange={(grants) => onChange({ workspaces: [...grants] })} />
    </fieldset>
  );
}
