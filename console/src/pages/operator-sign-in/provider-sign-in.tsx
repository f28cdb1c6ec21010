import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { operatorEntrancesOptions } from '../../api/operator-session.ts';
import { operatorSignOnStrings as words } from '../../strings/operator-sign-on.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Only where the configuration has a provider. Why the last attempt failed stands above. */
export function ProviderSignIn({ refusal }: { readonly refusal: keyof typeof words.refusals | undefined }) {
  const { data } = useQuery(operatorEntrancesOptions);
  const sso = data?.sso;
  if (!sso && refusal === undefined) return null;
  return (
    <div className="mb-4 flex flex-col gap-4">
      {refusal !== undefined && (
        <Notice tone="danger" alert>
          {words.refusals[refusal]}
        </Notice>
      )}
      {sso && (
        <>
          <a href={sso.url} className={buttonClass('secondary', 'w-full')}>
            <KeyRound aria-hidden size={16} />
            {words.signIn(sso.name)}
          </a>
          <p className="flex items-center gap-3 text-xs text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {words.or}
          </p>
        </>
      )}
    </div>
  );
}
