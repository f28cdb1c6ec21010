import { useRef } from 'react';

/**
 * The key of what a form sends, the same for the same content while the form is open: sent again after its answer was lost, it is
 * applied once.
 */
export function useIdempotencyKey(): (body: object) => string {
  const last = useRef({ content: '', key: '' });
  return (body) => {
    const content = JSON.stringify(body);
    if (content !== last.current.content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
