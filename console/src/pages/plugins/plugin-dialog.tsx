import type { Plugin, PluginPolicy } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { PLUGINS } from '../../api/plugins.ts';
import { useMe } from '../../api/session.ts';
import { pluginStrings } from '../../strings/plugins.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { idsRow } from '../../ui/form/rows/ids-row.tsx';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { longTextRow, textRow } from '../../ui/form/rows/text-rows.tsx';

const { edit: words, add, policies, policyHints } = pluginStrings;

interface PluginDialogProps {
  readonly plugin: Plugin;
  readonly onClose: () => void;
}

export function PluginDialog({ plugin, onClose }: PluginDialogProps) {
  const { workspaces } = useMe();
  const scope = plugin.workspace_ids?.toSorted() ?? null;
  return (
    <FormDialog
      title={words.title(plugin.display_name)}
      submit={words.submit}
      rows={{
        policy: policyRow(plugin.policy),
        workspace_ids: idsRow({
          legend: words.scope,
          hint: words.scopeHint,
          of: workspaces,
          initial: scope ?? [],
        }),
        ...textRows(plugin),
      }}
      onSubmit={({ workspace_ids: ids, ...settings }) => {
        const after = { ...settings, workspace_ids: ids.length === 0 ? null : ids };
        const body = changesOf({ ...plugin, workspace_ids: scope }, after);
        return call('updatePlugin', { path: { plugin_id: plugin.id }, body });
      }}
      refreshes={[PLUGINS]}
      done={words.done}
      onClose={onClose}
    />
  );
}

function policyRow(initial: PluginPolicy) {
  return selectRow({
    label: add.policy,
    docs: 'pluginPolicies',
    names: policies,
    hints: policyHints,
    initial,
  });
}

/** Left empty, they are the plugin's own. */
function textRows({ display_name: name, description }: Plugin) {
  const own = { hint: words.displayNameHint, optional: true };
  return {
    display_name: emptyAs(null, textRow({ label: words.displayName, initial: name, ...own })),
    description: emptyAs(null, longTextRow({ label: words.description, initial: description, ...own })),
  };
}
