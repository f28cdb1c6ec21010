import { useQuery } from '@tanstack/react-query';
import type { SsoConnection } from '@svc/contract';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { ssoRolePreviewOptions } from '../../api/single-sign-on.ts';
import { workspaceRoleStrings } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { MappingDialog } from './mapping-dialog.tsx';
import { RolePreview } from './role-preview.tsx';

const { roles: words, actions } = singleSignOnStrings;

/** Which roles the groups give, and who would get which. */
export function RolesCard({ connection }: { readonly connection: SsoConnection }) {
  const [isEditing, setEditing] = useState(false);
  const { data: preview, error, refetch } = useQuery(ssoRolePreviewOptions(connection.id));
  return (
    <Card
      title={words.title}
      lead={words.lead}
      docs="ssoRoles"
      actions={
        <Button icon={Pencil} onClick={() => setEditing(true)}>
          {actions.roles}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <MappedGroups groups={connection.group_roles} />
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !preview && <SkeletonLines />}
        {preview && <RolePreview preview={preview} />}
      </div>
      {isEditing && <MappingDialog connection={connection} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function MappedGroups({ groups }: { readonly groups: SsoConnection['group_roles'] }) {
  const { workspaces } = useMe();
  if (groups.length === 0) return <p className="text-quiet">{words.unmapped}</p>;
  const nameOf = (id: string) => workspaces.find((one) => one.id === id)?.name ?? id;
  const facts = groups.map(({ group, role, workspaces: grants }): [string, string] => [
    group,
    [
      ...(role ? [shellStrings.roles[role]] : []),
      ...grants.map((grant) => `${nameOf(grant.workspace_id)} (${workspaceRoleStrings[grant.role]})`),
    ].join(', '),
  ]);
  return <Facts facts={Object.fromEntries(facts)} />;
}
