import type { SsoTestReport } from '@svc/contract';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';

const { test: words } = singleSignOnStrings;

/** Claims or attributes as they came. It is text of the provider. */
export function AttributesTable({ report }: { readonly report: SsoTestReport }) {
  const title = words.arrived[report.protocol];
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      {report.reason !== null && <p className="text-[13px] text-quiet">{words.unverified}</p>}
      {report.attributes.length === 0 ? (
        <p className="text-quiet">{words.nothing}</p>
      ) : (
        <dl className="divide-y divide-line rounded-lg border border-line">
          {report.attributes.map(({ name, values }) => (
            <div key={name} className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-[minmax(8rem,1fr)_3fr]">
              <dt className="font-mono text-[13px] break-all text-quiet">{name}</dt>
              <dd className="min-w-0 font-mono text-[13px] break-all">
                {values.map((value, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- values may repeat, and never move
                  <span key={index} className="block">
                    {value}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {report.attributes_cut && <p className="text-[13px] text-quiet">{words.cut}</p>}
    </section>
  );
}
