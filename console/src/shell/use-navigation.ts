import { useCan } from '../api/session.ts';
import { grouped, useListedPages, type NavigationGroup } from './navigation.ts';

/** The navigation as this person sees it: what their role does not open is not there. */
export function useNavigation(): readonly NavigationGroup[] {
  const can = useCan();
  const pages = useListedPages('/shell');
  return grouped(pages.filter(({ permission }) => permission === undefined || can(permission)));
}
