import { grouped, useListedPages, type NavigationGroup } from './navigation.ts';

/** The first page of an operator, whose address the others begin with. */
export const OPERATOR_HOME = '/operator';

export function useOperatorNavigation(): readonly NavigationGroup[] {
  return grouped(useListedPages('/operator-shell'));
}
