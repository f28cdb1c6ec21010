import type { Billing } from '@svc/contract';
import { billingStrings } from '../../strings/billing.ts';
import { formatCount } from '../../ui/text/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Ago } from '../../ui/text/time.tsx';

const { allowance: words } = billingStrings;
type Window = Billing['windows'][number];

/** How full month, week and session are, and when each starts over. */
export function AllowanceWindows({ windows }: { readonly windows: readonly Window[] }) {
  return (
    <div className="flex flex-col gap-6">
      {windows.map((window) => (
        <AllowanceWindow key={window.kind} window={window} />
      ))}
    </div>
  );
}

function AllowanceWindow({
  window: { kind, used_tokens: used, limit_tokens: limit, resets_at: at },
}: {
  readonly window: Window;
}) {
  return (
    <div>
      <Meter
        label={words.windows[kind]}
        used={used}
        limit={limit}
        text={words.of(formatCount(used), formatCount(limit))}
      />
      <p className="mt-1.5 text-[13px] text-quiet">
        {at === null ? (
          words.noSession
        ) : (
          <>
            {words.resets} <Ago at={at} />
          </>
        )}
      </p>
    </div>
  );
}
