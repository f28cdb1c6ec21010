import { useCan } from '../api/session.ts';
import { NAVIGATION } from './navigation.ts';

/** The navigation as this person sees it: what their role does not open is not there. */
export function useNavigation(): typeof NAVIGATION {
  const can = useCan();
  return NAVIGATION.map((group) => ({
    ...group,
    entries: group.entries.filter(({ permission }) => permission === undefined || can(permission)),
  })).filter((group) => group.entries.length > 0);
}
