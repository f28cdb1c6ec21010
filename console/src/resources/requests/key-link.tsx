import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiKeyOptions } from '../../api/api-keys.ts';
import { useCan } from '../../api/session.ts';
import { ShortId } from './caller-name.tsx';

/** A key by its name, with a link to its page. By its id for those who may not see it: the page would not be found. */
export function KeyLink({ id }: { readonly id: string }) {
  const can = useCan();
  const { data: key } = useQuery({ ...apiKeyOptions(id), enabled: can('api_keys.read') });
  if (!key) return <ShortId id={id} />;
  return (
    <Link
      to="/keys/$keyId"
      params={{ keyId: id }}
      className="rounded text-accent underline underline-offset-4"
    >
      {key.name}
    </Link>
  );
}
