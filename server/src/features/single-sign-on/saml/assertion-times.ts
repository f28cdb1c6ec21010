import { DAY_MS, toTimestamp } from '#kit';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import { attributeOf, type Element } from './xml-elements.ts';

/** An assertion is remembered for as long as it could be used, so that has an end whatever the provider says. */
const MAX_AGE_MS = DAY_MS;

/** Always in UTC (SAML Core 1.3.3). */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

export interface AssertionClock {
  readonly nowMs: number;
  /** How far the clock of the provider may be off. */
  readonly leewayMs: number;
}

/** An instant in epoch milliseconds; undefined without the attribute. Throws SignOnFailure with the reason `expired` for what is none. */
export function instantOf(element: Element, name: string): number | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const instantMs = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instantMs)) throw new SignOnFailure('expired');
  return instantMs;
}

/** Throws `expired` outside NotBefore and NotOnOrAfter (SSO-07). */
export function requireCurrent(element: Element, { nowMs, leewayMs }: AssertionClock): void {
  const [startMs, endMs] = [instantOf(element, 'NotBefore'), instantOf(element, 'NotOnOrAfter')];
  if (startMs !== undefined && nowMs + leewayMs < startMs)
    throw outside(nowMs, `from ${toTimestamp(startMs)}`);
  if (endMs !== undefined && nowMs - leewayMs >= endMs) throw outside(nowMs, `until ${toTimestamp(endMs)}`);
}

/** Until when the assertion could be used again, in epoch milliseconds. Throws `expired` for one that is too old, or of the future. */
export function usableUntil(assertion: Element, clock: AssertionClock): number {
  const { nowMs, leewayMs } = clock;
  const issuedMs = instantOf(assertion, 'IssueInstant');
  if (issuedMs === undefined) throw new SignOnFailure('expired');
  const endMs = issuedMs + MAX_AGE_MS + leewayMs;
  if (issuedMs > nowMs + leewayMs || nowMs >= endMs) throw outside(nowMs, `issued ${toTimestamp(issuedMs)}`);
  return endMs;
}

/** With our time beside theirs: clocks are the usual reason. */
function outside(nowMs: number, received: string): SignOnFailure {
  return new SignOnFailure('expired', undefined, { expected: `valid at ${toTimestamp(nowMs)}`, received });
}
