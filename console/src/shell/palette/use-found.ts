import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Boxes, Cpu, FileSearch, KeyRound, UserRound } from 'lucide-react';
import { foundKeysOptions, foundUsersOptions } from '../../api/found.ts';
import { modelsOptions } from '../../api/models.ts';
import { useCan, useChosenWorkspace, useMe } from '../../api/session.ts';
import { shellStrings } from '../../strings/shell.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { matching, type PaletteGroup } from './palette-item.ts';
import { isRequestId } from './request-id.ts';
import { FEWEST_CHARACTERS, PAUSE_MS } from './search-pace.ts';

const { palette: words } = shellStrings;

interface Found {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
}

/** Everything with a name that the organization has, as far as this person may see it. What is typed on makes the question before it end. */
export function useFound(text: string): Found {
  const asked = text.trim();
  const settled = useDebounced(asked, PAUSE_MS);
  const keys = useKeys(settled);
  const people = usePeople(settled);
  const models = useModels(asked.length >= FEWEST_CHARACTERS);
  const workspaces = useWorkspaces();
  const request = useRequest(asked);
  if (asked.length < FEWEST_CHARACTERS) return { groups: [], isSearching: false };
  const groups = [request, keys.group, people.group, ...matching([models, workspaces], asked)];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: settled !== asked || keys.isFetching || people.isFetching,
  };
}

function isWorthAsking(settled: string): boolean {
  return settled.length >= FEWEST_CHARACTERS && !isRequestId(settled);
}

function useRequest(asked: string): PaletteGroup {
  const can = useCan();
  const navigate = useNavigate();
  const open = () => void navigate({ to: '/requests/$requestId', params: { requestId: asked } });
  const isOne = isRequestId(asked) && can('usage.read');
  const items = isOne ? [{ key: asked, label: asked, icon: FileSearch, onChoose: open }] : [];
  return { label: words.groups.requests, items };
}

function useKeys(settled: string): { readonly group: PaletteGroup; readonly isFetching: boolean } {
  const can = useCan();
  const navigate = useNavigate();
  const { workspaces } = useMe();
  const enabled = isWorthAsking(settled) && can('api_keys.read');
  const { data, isFetching } = useQuery({ ...foundKeysOptions(settled), enabled });
  const items = (data?.data ?? []).map(({ id, name, workspace_id: workspaceId }) => ({
    key: id,
    label: name,
    detail: workspaces.find((one) => one.id === workspaceId)?.name ?? '',
    icon: KeyRound,
    onChoose: () => void navigate({ to: '/keys/$keyId', params: { keyId: id } }),
  }));
  return { group: { label: words.groups.keys, items: enabled ? items : [] }, isFetching };
}

function usePeople(settled: string): { readonly group: PaletteGroup; readonly isFetching: boolean } {
  const can = useCan();
  const navigate = useNavigate();
  const enabled = isWorthAsking(settled) && can('members.manage');
  const { data, isFetching } = useQuery({ ...foundUsersOptions(settled), enabled });
  const items = (data?.data ?? []).map(({ id, name, email }) => ({
    key: id,
    label: name,
    detail: email,
    icon: UserRound,
    onChoose: () => void navigate({ to: '/members', search: { q: email } }),
  }));
  return { group: { label: words.groups.people, items: enabled ? items : [] }, isFetching };
}

function useModels(isAsked: boolean): PaletteGroup {
  const navigate = useNavigate();
  const { workspace } = useChosenWorkspace('playground.use', undefined);
  const { data: models = [] } = useQuery({
    ...modelsOptions(workspace?.id ?? ''),
    enabled: isAsked && workspace !== undefined,
  });
  const items = models.map(({ id }) => ({
    key: id,
    label: id,
    icon: Cpu,
    onChoose: () => void navigate({ to: '/models/$modelId', params: { modelId: id } }),
  }));
  return { label: words.groups.models, items };
}

function useWorkspaces(): PaletteGroup {
  const navigate = useNavigate();
  const open = useMe().workspaces.filter(({ permissions }) => permissions['workspaces.run'] !== undefined);
  const items = open.map(({ id, name }) => ({
    key: id,
    label: name,
    icon: Boxes,
    onChoose: () => void navigate({ to: '/workspaces/$workspaceId', params: { workspaceId: id } }),
  }));
  return { label: words.groups.workspaces, items };
}
