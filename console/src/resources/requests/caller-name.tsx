import { useQuery } from '@tanstack/react-query';
import { apiKeyOptions, newestKeyNamesOptions } from '../../api/api-keys.ts';
import { actorChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';
import { useRest } from '../../ui/use-rest.ts';

/** Names of the newest keys by their ids. Undefined until they are known, and for those who may not know them. */
export type KeyNames = ReadonlyMap<string, string> | undefined;

/** Asked for once by a list: a query of each row's own was a sixth of the scripts that draw it. */
export function useKeyNames(): KeyNames {
  const can = useCan();
  const mayRead = can('api_keys.read');
  const { data: newest } = useQuery({ ...newestKeyNamesOptions, enabled: mayRead });
  return mayRead ? newest : undefined;
}

/** The name of a key, or its id while it is not known. */
export function KeyName({ id, newest }: { readonly id: string; readonly newest: KeyNames }) {
  if (newest === undefined) return <ShortId id={id} />;
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
  const { data: people } = useQuery({ ...actorChoicesOptions, enabled: can('members.manage') });
  return people?.find((person) => person.id === id)?.name ?? <ShortId id={id} />;
}

/** In place of a name that is not known. */
export function ShortId({ id }: { readonly id: string }) {
  return <code className="font-mono text-[13px] break-all text-quiet">{id}</code>;
}
