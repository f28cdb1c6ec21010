import type { Finding } from './finding.ts';

/** What a clock elsewhere says. */
export interface ClockSample {
  readonly source: string;
  /** By which the other clock is ahead. */
  readonly aheadMs: number;
}

/** An HTTP date is exact to the second, and a response is on its way for a while. */
const EXACT_MS = 1500;

/** Whether the clock fits those of the database and of providers. A warning comes at half of what their tokens may be off. */
export function checkClock(samples: readonly ClockSample[], leewayS: number): Finding {
  const what = 'clock';
  if (samples.length === 0)
    return { state: 'off', what, detail: 'nothing to compare with: no PostgreSQL and no identity provider' };
  const wrong = samples.filter(({ aheadMs }) => Math.abs(aheadMs) > (leewayS * 1000) / 2 + EXACT_MS);
  if (wrong.length === 0)
    return { state: 'ok', what, detail: `fits ${samples.map(({ source }) => source).join(', ')}` };
  const detail = `${wrong.map(describe).join('; ')}
Sign-ins through a provider fail beyond ${leewayS} s (limits.sso_clock_leeway_s). Synchronize the clock, for example with chrony or systemd-timesyncd.`;
  return { state: 'warn', what, detail };
}

function describe({ source, aheadMs }: ClockSample): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `${seconds} s ${aheadMs < 0 ? 'ahead of' : 'behind'} ${source}`;
}
