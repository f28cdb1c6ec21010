import { formatCents, formatUsd } from './format.ts';

/** An amount of money in cents, exact on hover. */
export function Usd({ amount }: { readonly amount: string }) {
  const [shown, exact] = [formatCents(amount), formatUsd(amount)];
  return (
    <span className="tabular-nums" title={shown === exact ? undefined : exact}>
      {shown}
    </span>
  );
}
