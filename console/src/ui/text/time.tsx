import { formatAgo, formatDateTime } from './format-time.ts';

/** A moment as its distance from now, exact on hover. */
export function Ago({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at)}
    </time>
  );
}

/** A moment by date and time. */
export function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatDateTime(at)}</time>;
}
