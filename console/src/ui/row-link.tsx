import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  /** The list that the page belongs to. */
  readonly list: '/keys' | '/requests' | '/workspaces' | '/operator/requests';
  readonly id: string;
  readonly title?: string;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * To the page of a row, for lists in which one scrolls far. Each of the router's own links watches the address and takes it apart, a
 * seventh of the scripts that draw a row of keys. This one is a link of the browser until it is pressed or pointed at.
 */
export function RowLink({ list, id, title, className, children }: RowLinkProps) {
  const router = useRouter();
  const path = `${list}/${encodeURIComponent(id)}`;
  const preload = () => void router.preloadRoute({ to: path });
  const open = (event: MouseEvent) => {
    // With a key held, or by another button, the browser opens it elsewhere.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ href: path });
  };
  return (
    <a
      href={router.history.createHref(`${router.basepath}${path}`)}
      onClick={open}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
      title={title}
      className={className}
    >
      {children}
    </a>
  );
}
