import type { ReactNode } from 'react';

/** Names and values of one thing. Values that are undefined are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 items-baseline gap-y-3 sm:grid-cols-[max-content_1fr]">
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className="contents">
              <dt className="text-quiet max-sm:-mb-2">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
