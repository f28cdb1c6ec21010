import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Marketplace, PluginPolicy } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { marketplacesOptions, PLUGINS } from '../../api/plugins.ts';
import { uploadPlugin } from '../../api/transfers.ts';
import { pluginStrings } from '../../strings/plugins.ts';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { PolicyField } from './policy-field.tsx';

const { add: words } = pluginStrings;

/** From a bundle, or from a marketplace of the deployment. */
export function AddPluginDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const { data: marketplaces } = useQuery(marketplacesOptions);
  const [source, setSource] = useState('');
  const [file, setFile] = useState<File>();
  const marketplace = marketplaces?.data.find(({ id }) => id === source);
  const add = async (values: FormValues) => {
    // Not sent by itself: it would replace the policy of a plugin that gets a new version.
    const policy = (values('policy') || undefined) as PluginPolicy | undefined;
    const plugin = await (marketplace
      ? addFrom(marketplace, values('plugin'), policy)
      : uploadPlugin(file ?? new File([], 'plugin.zip'), policy));
    const isNew = plugin.created_at === plugin.updated_at;
    toast(words[isNew ? 'done' : 'updated'](plugin.display_name, plugin.latest_version));
    await refresh(queries, PLUGINS);
  };
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} onSubmit={add}>
      {marketplaces && marketplaces.data.length > 0 && (
        <SelectField label={words.from} value={source} onChange={({ target }) => setSource(target.value)}>
          <option value="">{words.bundle}</option>
          <NamedOptions of={marketplaces.data} />
        </SelectField>
      )}
      {marketplace ? (
        <PluginField marketplace={marketplace} />
      ) : (
        <TextField
          label={words.file}
          hint={words.fileHint}
          type="file"
          accept=".zip"
          required
          param="file"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      )}
      <PolicyField />
    </FormDialog>
  );
}

function PluginField({ marketplace: { plugins } }: { readonly marketplace: Marketplace }) {
  return (
    <SelectField label={words.plugin} hint={words.pluginHint} name="plugin">
      {plugins.map(({ name, version }) => (
        <option key={`${name} ${version}`} value={`${name} ${version}`}>
          {`${name} ${version}`}
        </option>
      ))}
    </SelectField>
  );
}

function addFrom({ id }: Marketplace, chosen: string, policy: PluginPolicy | undefined) {
  const [name = '', version = ''] = chosen.split(' ');
  const source = { kind: 'marketplace', marketplace_id: id } as const;
  return call('createPlugin', { body: { source, name, version, ...(policy && { policy }) } });
}
