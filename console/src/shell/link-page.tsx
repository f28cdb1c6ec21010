import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { entryStrings } from '../strings/entry.ts';
import { buttonClass } from '../ui/button.tsx';
import { FormError } from '../ui/form/form-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { PublicPage } from './public-page.tsx';
import { useLinkToken } from './use-link-token.ts';

interface LinkPageProps<Purpose> {
  /** While it is not known what the link is for. */
  readonly title: string;
  readonly read: (token: string) => Promise<Purpose>;
  readonly children: (token: string, purpose: Purpose) => ReactNode;
}

/** A page behind a one-time link. First the service says what the link is for; one that is used up says so at once. */
export function LinkPage<Purpose>(page: LinkPageProps<Purpose>) {
  const token = useLinkToken();
  // Of each link on its own: nothing of one is shown or sent with the next.
  return <OpenedLink key={token} token={token} {...page} />;
}

function OpenedLink<Purpose>({
  token,
  title,
  read,
  children,
}: LinkPageProps<Purpose> & { readonly token: string }) {
  const { data, error } = useQuery({
    queryKey: ['link', title, token],
    queryFn: () => read(token),
    enabled: token !== '',
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data !== undefined) return children(token, data);
  return (
    <PublicPage title={title}>
      {token === '' && (
        <Notice tone="danger" alert>
          {entryStrings.brokenLink}
        </Notice>
      )}
      <FormError error={error} />
      {token !== '' && !error && <SkeletonLines lines={3} />}
      {(token === '' || error) && (
        <Link to="/sign-in" className={buttonClass('secondary', 'mt-4 w-full')}>
          {entryStrings.toSignIn}
        </Link>
      )}
    </PublicPage>
  );
}
