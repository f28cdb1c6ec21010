import type { HttpExchange } from '#exchange';
import type { ProvidedPerson } from '../../provider/read-claims.ts';
import { SignOnFailure } from '../../provider/sign-on-failure.ts';
import type { ConnectionRow } from '../../store/connections.ts';
import { passConnectionTest } from '../connection-tests.ts';
import { noteFailure } from '../note-failure.ts';
import { redirectTo, type Redirect } from '../redirect.ts';
import type { SignOnAttempt } from '../sign-on-attempt.ts';
import type { SignOnDeps } from '../sign-on-deps.ts';
import type { Attributes, TestOutcome } from './stored-report.ts';

export type ConnectionTest = NonNullable<SignOnAttempt['test']>;

interface TestContext {
  readonly exchange: HttpExchange;
  readonly connection: ConnectionRow;
  readonly test: ConnectionTest;
}

/** The part of a test that its protocol does. Both throw SignOnFailure. */
export interface ProviderResponse {
  /** Verifies the response. Returns its claims or attributes. */
  receive(): Promise<Attributes>;
  readPerson(attributes: Attributes): ProvidedPerson;
}

/** Ends a test with what the provider sent, and keeps a report of it either way. The cookie of the attempt is cleared. */
export async function runTest(
  deps: SignOnDeps,
  context: TestContext,
  response: ProviderResponse,
): Promise<Redirect> {
  let attributes: Attributes | undefined;
  let person: ProvidedPerson | undefined;
  try {
    attributes = await response.receive();
    person = response.readPerson(attributes);
    await passConnectionTest(deps, context.exchange, context.connection, context.test);
  } catch (error) {
    return failTest(deps, context, error, { attributes, person });
  }
  await record(deps, context, { reason: null, attributes, person });
  return toResult(deps, 'passed');
}

/** Keeps a report of a test that failed. Rethrows what is no SignOnFailure. */
export async function failTest(
  deps: SignOnDeps,
  context: TestContext,
  error: unknown,
  seen: Pick<TestOutcome, 'attributes' | 'person'> = {},
): Promise<Redirect> {
  if (!(error instanceof SignOnFailure)) throw error;
  const { reason, evidence } = error;
  await record(deps, context, { ...seen, reason, evidence });
  await noteFailure(deps, context.exchange, context.connection, reason);
  return toResult(deps, 'failed');
}

async function record(
  { db, clock, singleSignOn }: SignOnDeps,
  { connection, test }: TestContext,
  outcome: TestOutcome,
): Promise<void> {
  const at = { nowMs: clock.nowMs(), settingsAtMs: test.updatedAtMs };
  await singleSignOn.reports.record(db, connection, outcome, at);
}

/** The Console shows the report. */
function toResult({ signInCookies }: SignOnDeps, result: 'passed' | 'failed'): Redirect {
  return redirectTo(`/console/?sso_test=${result}`, [signInCookies.clear('single_sign_on')]);
}
