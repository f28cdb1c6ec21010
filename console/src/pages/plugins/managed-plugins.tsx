import type { Plugin } from '@svc/contract';
import { Puzzle } from 'lucide-react';
import { useState } from 'react';
import { usePagedList } from '../../api/pages.ts';
import { pluginList } from '../../api/plugins.ts';
import { pluginStrings as words } from '../../strings/plugins.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card } from '../../ui/page.tsx';
import { PluginDialog } from './plugin-dialog.tsx';

const TONES: Readonly<Record<Plugin['policy'], Tone>> = {
  required: 'accent',
  available: 'good',
  blocked: 'danger',
};
const { columns: heads } = words;
const idOf = (plugin: Plugin) => plugin.id;

export function ManagedPlugins() {
  const list = usePagedList(pluginList());
  const [edited, setEdited] = useState<Plugin>();
  const empty = (
    <EmptyState icon={Puzzle} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Card title={words.managed}>
      <DataTable label={words.managed} columns={columns(setEdited)} list={list} rowKey={idOf} empty={empty} />
      {edited && <PluginDialog plugin={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  );
}

function columns(onEdit: (plugin: Plugin) => void): readonly Column<Plugin>[] {
  return [
    { header: heads.name, cell: (plugin) => <span title={plugin.name}>{plugin.display_name}</span> },
    { header: heads.version, width: 'w-28', wide: true, cell: ({ latest_version: version }) => version },
    {
      header: heads.source,
      width: 'w-32',
      wide: true,
      cell: ({ source }) => (source.kind === 'upload' ? words.upload : source.marketplace_id),
    },
    {
      header: heads.policy,
      width: 'w-26',
      cell: ({ policy }) => <Badge tone={TONES[policy]}>{words.policies[policy]}</Badge>,
    },
    {
      header: heads.scope,
      width: 'w-36',
      wide: true,
      cell: ({ workspace_ids: ids }) => (ids === null ? words.everyone : words.workspaces(ids.length)),
    },
    {
      header: heads.actions,
      width: 'w-28',
      hiddenHeader: true,
      align: 'right',
      cell: (plugin) => (
        <Button aria-label={words.edit.action(plugin.display_name)} onClick={() => onEdit(plugin)}>
          {words.edit.button}
        </Button>
      ),
    },
  ];
}
