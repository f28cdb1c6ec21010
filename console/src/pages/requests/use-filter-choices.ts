import { useQuery } from '@tanstack/react-query';
import type { RequestSummary } from '@svc/contract';
import type { PagedList } from '../../api/pages.ts';
import { actorChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';
import type { Choice } from '../../ui/form/choices.ts';
import { named, useSeenChoices } from '../../resources/requests/use-seen-choices.ts';

export interface FilterChoices {
  readonly codes: readonly Choice[];
  readonly models: readonly Choice[];
  readonly people: readonly Choice[];
}

/** What filters offer: codes and models that occur in what has been loaded, and all people. */
export function useFilterChoices(list: PagedList<RequestSummary>): FilterChoices {
  const can = useCan();
  const { data: people = [] } = useQuery({ ...actorChoicesOptions, enabled: can('members.manage') });
  const codes = useSeenChoices(list, ({ error_code: code }) => named(code));
  const models = useSeenChoices(list, ({ model }) => named(model));
  return { codes, models, people };
}
