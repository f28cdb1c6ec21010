import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { pluginStrings as words } from '../../strings/plugins.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { AddPluginDialog } from './add-plugin-dialog.tsx';
import { ManagedPlugins } from './managed-plugins.tsx';
import { MemberPluginsCard } from './member-plugins-card.tsx';
import { OwnPluginsCard } from './own-plugins-card.tsx';

/** Everybody's own plugins, and for who manages them those of the organization and of each member. */
export function PluginsPage() {
  const manages = useMe().permissions['plugins.manage'] !== undefined;
  const [isAdding, setIsAdding] = useState(false);
  const add = manages && (
    <Button look="primary" icon={Plus} onClick={() => setIsAdding(true)}>
      {words.add.action}
    </Button>
  );
  return (
    <Page lead={words.lead} actions={add}>
      <OwnPluginsCard />
      {manages && <ManagedPlugins />}
      {manages && <MemberPluginsCard />}
      {isAdding && <AddPluginDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
