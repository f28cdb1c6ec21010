import { useQuery } from '@tanstack/react-query';
import type { Marketplace, PluginPolicy } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { marketplacesOptions, PLUGINS } from '../../api/plugins.ts';
import { uploadPlugin } from '../../api/transfers.ts';
import { pluginStrings } from '../../strings/plugins.ts';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { emptyAs, type Row } from '../../ui/form/rows/row.ts';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';

const { add: words, policies, policyHints } = pluginStrings;

/** Nothing is sent for the usual one: it would replace the policy of a plugin that gets a new version. */
const policyRow = emptyAs(
  undefined,
  selectRow({
    label: words.policy,
    docs: 'pluginPolicies',
    names: { '': words.usualPolicy, required: policies.required, blocked: policies.blocked },
    hints: { ...policyHints, '': words.usualPolicyHint },
    initial: '',
  }),
);

type Add = (policy: PluginPolicy | undefined) => ReturnType<typeof uploadPlugin>;

/** From a bundle, or from a marketplace of the deployment. */
export function AddPluginDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={{ add: useSourceRow(), policy: policyRow }}
      onSubmit={({ add, policy }) => add(policy)}
      refreshes={[PLUGINS]}
      done={(plugin) => {
        const isNew = plugin.created_at === plugin.updated_at;
        return words[isNew ? 'done' : 'updated'](plugin.display_name, plugin.latest_version);
      }}
      onClose={onClose}
    />
  );
}

/** Where the plugin is from decides how it is added. */
function useSourceRow(): Row<Add> {
  const { data: marketplaces } = useQuery(marketplacesOptions);
  const [source, setSource] = useState('');
  const [file, setFile] = useState<File>();
  const marketplace = marketplaces?.data.find(({ id }) => id === source);
  return {
    render: () => (
      <>
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
      </>
    ),
    read: (values) => (policy) =>
      marketplace
        ? addFrom(marketplace, values('plugin'), policy)
        : uploadPlugin(file ?? new File([], 'plugin.zip'), policy),
  };
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
