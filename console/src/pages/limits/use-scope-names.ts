import { useQuery } from '@tanstack/react-query';
import type { SpendLimit } from '@svc/contract';
import { groupChoicesOptions } from '../../api/groups.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { useMe } from '../../api/session.ts';
import { limitStrings } from '../../strings/limits.ts';

const { scopes } = limitStrings.spend;

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** What a limit can be set for, by its kind. */
export function useScopeChoices(): Readonly<
  Record<Exclude<SpendLimit['scope']['type'], 'organization'>, readonly Choice[]>
> {
  const { workspaces } = useMe();
  const { data: member = [] } = useQuery(userChoicesOptions);
  const { data: group = [] } = useQuery(groupChoicesOptions);
  return { workspace: workspaces, member, group };
}

/** What a limit is for, as people call it. What has no name any more keeps its id. */
export function useScopeNames(): (scope: SpendLimit['scope']) => string {
  const choices = useScopeChoices();
  return ({ type, ...ids }) => {
    if (type === 'organization') return scopes.organization;
    const id = ids.workspace_id ?? ids.user_id ?? ids.group_id ?? '';
    return `${scopes[type]} ${choices[type].find((choice) => choice.id === id)?.name ?? id}`;
  };
}
