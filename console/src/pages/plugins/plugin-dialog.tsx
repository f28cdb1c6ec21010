import type { Plugin, PluginPolicy } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { PLUGINS } from '../../api/plugins.ts';
import { useMe } from '../../api/session.ts';
import { pluginStrings } from '../../strings/plugins.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx';
import { PolicyField } from './policy-field.tsx';

const { edit: words } = pluginStrings;

interface PluginDialogProps {
  readonly plugin: Plugin;
  readonly onClose: () => void;
}

export function PluginDialog({ plugin, onClose }: PluginDialogProps) {
  const [scope, setScope] = useState(plugin.workspace_ids ?? []);
  const save = async (values: FormValues) => {
    const settings = {
      policy: values('policy') as PluginPolicy,
      workspace_ids: scope.length === 0 ? null : scope.toSorted(),
      // Empty: the plugin's own.
      display_name: values('display_name') || null,
      description: values('description') || null,
    };
    const before = { ...plugin, workspace_ids: plugin.workspace_ids?.toSorted() ?? null };
    await call('updatePlugin', { path: { plugin_id: plugin.id }, body: changesOf(before, settings) });
  };
  return (
    <FormDialog
      refreshes={PLUGINS}
      done={words.done}
      title={words.title(plugin.display_name)}
      submit={words.submit}
      onClose={onClose}
      onSubmit={save}
    >
      <PolicyField initial={plugin.policy} />
      <ScopeFields scope={scope} onScope={setScope} />
      <TextField
        label={words.displayName}
        hint={words.displayNameHint}
        optional
        name="display_name"
        defaultValue={plugin.display_name}
        param="display_name"
      />
      <TextAreaField
        label={words.description}
        hint={words.displayNameHint}
        optional
        name="description"
        defaultValue={plugin.description ?? ''}
        param="description"
      />
    </FormDialog>
  );
}

interface ScopeFieldsProps {
  readonly scope: readonly string[];
  readonly onScope: (scope: string[]) => void;
}

function ScopeFields({ scope, onScope }: ScopeFieldsProps) {
  const { workspaces } = useMe();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{words.scope}</legend>
      <p className="text-[13px] text-quiet">{words.scopeHint}</p>
      <div className="flex max-h-48 flex-col gap-2 overflow-auto">
        {workspaces.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={scope.includes(id)}
            onChange={({ target }) =>
              onScope(target.checked ? [...scope, id] : scope.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
