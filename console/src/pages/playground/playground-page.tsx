import { Boxes } from 'lucide-react';
import { useMe } from '../../api/session.ts';
import { playgroundStrings as words } from '../../strings/playground.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Playground } from './playground.tsx';

export function PlaygroundPage() {
  const { organization, workspaces } = useMe();
  const open = workspaces.filter(({ permissions }) => permissions['playground.use'] !== undefined);
  return (
    <Page lead={words.lead}>
      {open.length === 0 ? (
        <EmptyState icon={Boxes} title={words.noWorkspace.title}>
          {words.noWorkspace.text}
        </EmptyState>
      ) : (
        <Playground key={organization.id} workspaces={open} />
      )}
    </Page>
  );
}
