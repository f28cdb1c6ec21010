import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Entrances } from '@svc/contract';
import type { ReactNode } from 'react';
import { entrancesOptions } from '../../api/sign-up.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { entryStrings } from '../../strings/entry.ts';
import { signUpStrings as words } from '../../strings/sign-up.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

export type SignUpMode = Exclude<Entrances['sign_up'], 'off'>;

/** A page of sign-up; where nobody may, it says so. */
export function WhileOpen({ children }: { readonly children: (mode: SignUpMode) => ReactNode }) {
  const { data, error } = useQuery(entrancesOptions);
  if (data && data.sign_up !== 'off') return children(data.sign_up);
  return (
    <PublicPage title={words.title}>
      {data ? <Notice>{words.off}</Notice> : <FormError error={error} />}
      {data || error ? (
        <Link to="/sign-in" className={buttonClass('secondary', 'mt-4 w-full')}>
          {entryStrings.toSignIn}
        </Link>
      ) : (
        <SkeletonLines lines={3} />
      )}
    </PublicPage>
  );
}
