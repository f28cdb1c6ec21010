import { Link } from '@tanstack/react-router';

/** The id of a model call, which leads to its record. */
export function RequestLink({ id }: { readonly id: string }) {
  return (
    <Link
      to="/requests/$requestId"
      params={{ requestId: id }}
      className="rounded font-mono text-[13px] break-all text-accent underline underline-offset-4"
    >
      {id}
    </Link>
  );
}
