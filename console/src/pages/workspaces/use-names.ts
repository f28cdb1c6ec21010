import { useQuery } from '@tanstack/react-query';
import { userChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';

/** The name that goes with a member's id, for whom members may be seen by; else the id. */
export function useNames(): (id: string) => string {
  const can = useCan();
  const { data = [] } = useQuery({ ...userChoicesOptions, enabled: can('members.manage') });
  return (id) => data.find((user) => user.id === id)?.name ?? id;
}
