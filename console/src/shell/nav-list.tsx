import { Link } from '@tanstack/react-router';
import type { NavigationGroup } from './navigation.ts';

interface NavListProps {
  readonly groups: readonly NavigationGroup[];
  /** The first page, whose address the others begin with. */
  readonly home: string;
}

export function NavList({ groups, home }: NavListProps) {
  return (
    <ul className="flex flex-col gap-4 [@media(max-height:60rem)]:md:gap-2.5">
      {groups.map((group) => (
        <li key={group.label ?? ''}>
          {group.label && <p className="px-2.5 pb-1 text-xs font-medium text-quiet">{group.label}</p>}
          <ul className="flex flex-col gap-0.5">
            {group.entries.map(({ path, title, icon: Icon }) => (
              <li key={path}>
                <Link
                  to={path}
                  activeOptions={{ exact: path === home }}
                  className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-quiet [@media(max-height:60rem)]:md:min-h-8 [@media(max-height:60rem)]:md:py-1 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink"
                >
                  <Icon aria-hidden size={16} className="shrink-0" />
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
