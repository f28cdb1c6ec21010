import { useQuery } from '@tanstack/react-query';
import { apiKeyOptions, newestKeyNamesOptions } from '../../api/api-keys.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';
import { useRest } from '../../ui/use-rest.ts';

/** The name of a key, or its id for those who may not know it and until it is known. */
export function KeyName({ id }: { readonly id: string }) {
  const can = useCan();
  const mayRead = can('api_keys.read');
  const { data: newest } = useQuery({ ...newestKeyNamesOptions, enabled: mayRead });
  if (!mayRead || newest === undefined) return <ShortId id={id} />;
  return newest.get(id) ?? <OlderKeyName id={id} />;
}

/** Asked for one by one: only rows that somebody reads ask. A query that asks nothing would still be kept for minutes, with a timer. */
function OlderKeyName({ id }: { readonly id: string }) {
  return useRest() ? <ReadKeyName id={id} /> : <ShortId id={id} />;
}

function ReadKeyName({ id }: { readonly id: string }) {
  const { data: key } = useQuery(apiKeyOptions(id));
  return key?.name ?? <ShortId id={id} />;
}

export function PersonName({ id }: { readonly id: string }) {
  const can = useCan();
  const { data: people } = useQuery({ ...userChoicesOptions, enabled: can('members.manage') });
  return people?.find((person) => person.id === id)?.name ?? <ShortId id={id} />;
}

function ShortId({ id }: { readonly id: string }) {
  return <code className="font-mono text-[13px] break-all text-quiet">{id}</code>;
}
