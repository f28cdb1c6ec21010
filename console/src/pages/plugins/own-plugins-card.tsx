import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MemberPlugin } from '@svc/contract';
import { refresh } from '../../api/pages.ts';
import { ownPluginsOptions, PLUGINS, setOwnPlugin } from '../../api/plugins.ts';
import { pluginStrings } from '../../strings/plugins.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { MemberPluginList } from './member-plugin-list.tsx';

const { own: words } = pluginStrings;

export function OwnPluginsCard() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(ownPluginsOptions);
  const set = useMutation({
    mutationFn: (plugin: MemberPlugin) => setOwnPlugin(plugin, !plugin.installed),
    onSettled: () => refresh(queries, PLUGINS),
  });
  const action = (plugin: MemberPlugin) =>
    plugin.policy === 'available' && (
      <Button
        aria-label={plugin.installed ? words.remove(plugin.display_name) : words.install(plugin.display_name)}
        busy={set.isPending && set.variables.plugin_id === plugin.plugin_id}
        onClick={() => set.mutate(plugin)}
      >
        {plugin.installed ? words.removeAction : words.installAction}
      </Button>
    );
  return (
    <Card title={words.title} lead={words.lead}>
      {data ? (
        <MemberPluginList label={words.title} plugins={data.data} empty={words.none} action={action} />
      ) : (
        (error && <ErrorState error={error} onRetry={() => void refetch()} />) || <SkeletonLines />
      )}
      <FormError error={set.error} />
    </Card>
  );
}
