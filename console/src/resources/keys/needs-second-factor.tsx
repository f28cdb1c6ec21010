import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../../api/session.ts';
import { adminKeyStrings as words } from '../../strings/admin-keys.ts';
import { buttonClass } from '../../ui/button.tsx';

/** What follows is confirmed by a code: people without an authenticator app are sent to set one up (D-CONS-2). */
export function NeedsSecondFactor({ children }: { readonly children: ReactNode }) {
  const { user } = useMe();
  return user.second_factor ? children : <WithoutSecondFactor />;
}

export function WithoutSecondFactor() {
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-semibold">{words.enrol.title}</h3>
      <p className="text-quiet">{words.enrol.text}</p>
      <Link to="/profile" className={buttonClass('primary')}>
        {words.enrol.action}
      </Link>
    </div>
  );
}
