import { useNavigate } from '@tanstack/react-router';
import { UserCog } from 'lucide-react';
import { useMe } from '../api/session.ts';
import { shellStrings } from '../strings/shell.ts';
import { MenuItem } from '../ui/overlay/menu.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenu() {
  const { user } = useMe();
  const navigate = useNavigate();
  return (
    <PersonMenu person={user} onSignOut={useSignOut()}>
      <MenuItem icon={UserCog} onSelect={() => void navigate({ to: '/profile' })}>
        {shellStrings.profile}
      </MenuItem>
    </PersonMenu>
  );
}
