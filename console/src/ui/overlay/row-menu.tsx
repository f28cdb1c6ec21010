import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { Menu } from './menu.tsx';

/** What may be done with a row. `label` names the row. */
export function RowMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Menu label={label} trigger={<IconButton label={label} icon={Ellipsis} />}>
      {children}
    </Menu>
  );
}
