import type { DeliveryAttempt } from '@svc/contract';
import { webhookStrings } from '../../strings/webhooks.ts';
import { attemptResult } from './attempt-result.ts';
import { Moment } from '../../ui/text/time.tsx';

const { delivery: words } = webhookStrings;

export function AttemptTable({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }) {
  if (attempts.length === 0) return <p className="text-quiet">{words.none}</p>;
  const heads = Object.values(words.columns);
  return (
    <table className="w-full text-left text-[13px]">
      <caption className="pb-2 text-left text-sm font-semibold">{words.attempts}</caption>
      <thead>
        <tr className="border-b border-line">
          {heads.map((head) => (
            <th key={head} scope="col" className="py-1.5 pr-3 font-medium text-quiet">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.number} className="border-b border-line last:border-0">
            <td className="py-1.5 pr-3">{attempt.number}</td>
            <td className="py-1.5 pr-3">
              <Moment at={attempt.at} />
            </td>
            <td className="py-1.5 pr-3">{attemptResult(attempt)}</td>
            <td className="py-1.5 whitespace-nowrap">{words.durationMs(attempt.duration_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
