import { useEffect } from 'react';

/** The title of the window or tab, which is read out after a move. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Svc`;
  }, [title]);
}
