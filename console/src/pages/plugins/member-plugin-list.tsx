import type { MemberPlugin } from '@svc/contract';
import type { ReactNode } from 'react';
import { pluginStrings } from '../../strings/plugins.ts';
import { Badge } from '../../ui/badge.tsx';

const { own: words } = pluginStrings;

interface MemberPluginListProps {
  readonly label: string;
  readonly plugins: readonly MemberPlugin[];
  readonly empty: string;
  readonly action?: (plugin: MemberPlugin) => ReactNode;
}

/** Plugins as they apply to one member. */
export function MemberPluginList({ label, plugins, empty, action }: MemberPluginListProps) {
  if (plugins.length === 0) return <p className="text-quiet">{empty}</p>;
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line">
      {plugins.map((plugin) => (
        <li key={plugin.plugin_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <div className="min-w-0 wrap-anywhere">
            <p className="font-medium">
              {plugin.display_name} <span className="font-normal text-quiet">{plugin.latest_version}</span>
            </p>
            {plugin.description && <p className="text-[13px] text-quiet">{plugin.description}</p>}
          </div>
          <div className="flex items-center gap-3">
            <PluginState plugin={plugin} />
            {action?.(plugin)}
          </div>
        </li>
      ))}
    </ul>
  );
}

function PluginState({ plugin: { policy, installed } }: { readonly plugin: MemberPlugin }) {
  if (policy === 'required') return <Badge tone="accent">{words.required}</Badge>;
  return installed ? <Badge tone="good">{words.installed}</Badge> : <Badge>{words.available}</Badge>;
}
