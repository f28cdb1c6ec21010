import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { foundOrganizationsOptions } from '../../api/operator-organizations.ts';
import { shellStrings } from '../../strings/shell.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { FEWEST_CHARACTERS, PAUSE_MS } from './search-pace.ts';
import type { PaletteGroup } from './palette-item.ts';

interface FoundOrganizations {
  readonly group: PaletteGroup;
  readonly isSearching: boolean;
}

/** Organizations by a part of their name. */
export function useFoundOrganizations(asked: string): FoundOrganizations {
  const navigate = useNavigate();
  const settled = useDebounced(asked, PAUSE_MS);
  const isAsked = settled.length >= FEWEST_CHARACTERS;
  const { data, isFetching } = useQuery({ ...foundOrganizationsOptions(settled), enabled: isAsked });
  const items = (data?.data ?? []).map(({ id, name }) => ({
    key: id,
    label: name,
    icon: Building2,
    onChoose: () =>
      void navigate({ to: '/operator/organizations/$organizationId', params: { organizationId: id } }),
  }));
  return {
    group: { label: shellStrings.palette.groups.organizations, items: isAsked ? items : [] },
    isSearching: asked.length >= FEWEST_CHARACTERS && (settled !== asked || isFetching),
  };
}
