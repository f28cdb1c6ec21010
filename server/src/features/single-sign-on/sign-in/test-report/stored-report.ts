import { withoutUnseen, type SsoFailureReason, type SsoTestReport } from '@svc/contract';
import type { ProvidedPerson } from '../../provider/read-claims.ts';
import type { FailureEvidence } from '../../provider/sign-on-failure.ts';

/** Claims of an ID token, or attributes of an assertion, by name. */
export type Attributes = Readonly<Record<string, unknown>>;

/** What a test received and found. Sealed in the row of its connection: it has personal data. */
export interface StoredReport extends Pick<
  SsoTestReport,
  'reason' | 'expected' | 'received' | 'provider_error' | 'attributes' | 'attributes_cut'
> {
  readonly person: ProvidedPerson | null;
}

/** Of a test that passed where `reason` is null. */
export interface TestOutcome {
  readonly reason: SsoFailureReason | null;
  readonly attributes?: Attributes | undefined;
  readonly person?: ProvidedPerson | undefined;
  readonly evidence?: FailureEvidence | undefined;
}

const MAX_ATTRIBUTES = 100;
const MAX_VALUES = 50;
const MAX_VALUE_CHARACTERS = 500;
const MAX_NAME_CHARACTERS = 200;
const MAX_TOTAL_CHARACTERS = 20_000;

/** Random values that bind a response to a request: of no use to owners, and the closest that claims have to secrets. */
const BINDINGS: ReadonlySet<string> = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'jti']);
const CONTROLS = /\p{Cc}/gu;

export function toStoredReport({ reason, attributes, person, evidence }: TestOutcome): StoredReport {
  const { expected, received, providerError } = evidence ?? {};
  const limited = limitAttributes(attributes ?? evidence?.attributes ?? {});
  return {
    reason,
    expected: textOrNull(expected),
    received: textOrNull(received),
    provider_error: providerError
      ? { code: textOrNull(providerError.code), description: textOrNull(providerError.description) }
      : null,
    ...limited,
    // Whole, or a role of the last group would not be foreseen. It is no longer than what a provider may send.
    person: person ?? null,
  };
}

function limitAttributes(all: Attributes): Pick<StoredReport, 'attributes' | 'attributes_cut'> {
  const attributes: { name: string; values: string[] }[] = [];
  let left = MAX_TOTAL_CHARACTERS;
  let isCut = false;
  for (const [key, value] of Object.entries(all)) {
    if (BINDINGS.has(key)) continue;
    const whole = textsOf(value);
    const values = whole.slice(0, MAX_VALUES).map(cut);
    const name = printable(key).slice(0, MAX_NAME_CHARACTERS);
    left -= values.reduce((sum, one) => sum + one.length, name.length);
    if (left < 0 || attributes.length === MAX_ATTRIBUTES) return { attributes, attributes_cut: true };
    isCut ||= whole.length > values.length || values.some((one, at) => one.length < whole[at]!.length);
    attributes.push({ name, values });
  }
  return { attributes, attributes_cut: isCut };
}

function textsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((one) => printable(typeof one === 'string' ? one : (JSON.stringify(one) ?? '')));
}

function textOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : cut(textsOf(value).join(', '));
}

function cut(text: string): string {
  return text.slice(0, MAX_VALUE_CHARACTERS);
}

/** It is text of the provider: nothing in it may hide or reorder what owners read. */
function printable(text: string): string {
  return withoutUnseen(text).replaceAll(CONTROLS, '').toWellFormed();
}

/** As many groups of a person as are shown. */
export function shownGroups({ groups }: Pick<ProvidedPerson, 'groups'>): string[] {
  return groups.slice(0, MAX_VALUES).map((group) => cut(printable(group)));
}
