import { Fragment } from 'react';
import { shellStrings } from '../../strings/shell.ts';

/** Keys to press one after the other, as they are printed on a keyboard. */
export function Keys({ of }: { readonly of: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-xs text-quiet">
      {of.split(' ').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span>{shellStrings.shortcuts.followedBy}</span>}
          <kbd className="min-w-5 rounded border border-line px-1 text-center font-sans">{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
