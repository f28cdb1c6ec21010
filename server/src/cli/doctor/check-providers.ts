import type { DeploymentConfig } from '#config';
import { checkProvider, ProviderProblem } from '#features/single-sign-on';
import { createClock, createOperatorOutbound, OutboundGuard } from '#kit';
import type { ClockSample } from './check-clock.ts';
import type { Finding } from './finding.ts';

interface CheckedProviders {
  readonly findings: readonly Finding[];
  readonly clocks: readonly ClockSample[];
}

/** Whether the providers through which people sign in can be asked from here: that of operators, and those of connections. */
export async function checkProviders(
  { operators: { sso }, network }: DeploymentConfig,
  { baseUrl, issuers }: { readonly baseUrl: string; readonly issuers: readonly string[] },
): Promise<CheckedProviders> {
  const outbound = new OutboundGuard(network.allow_private_targets);
  const checked = await Promise.all([
    ...(sso ? [checkOfOperators(sso.issuer, `${baseUrl}/sso/operators/callback`)] : []),
    // It keeps the people of one customer out, and not the service from working.
    ...issuers.map((issuer) => check('single sign-on', 'warn', { issuer, outbound })),
  ]);
  const off: Finding = { state: 'off', what: 'operators.sso', detail: 'operators sign in with a password' };
  return {
    findings: [...(sso ? [] : [off]), ...checked.map(({ finding }) => finding)],
    clocks: checked.flatMap(({ clock }) => clock ?? []),
  };
}

async function checkOfOperators(issuer: string, callback: string) {
  const { finding, clock } = await check('operators.sso', 'failed', {
    issuer,
    outbound: createOperatorOutbound(),
  });
  const detail = `${finding.detail}\nIts redirect URI at the provider must be ${callback}`;
  return { finding: { ...finding, detail }, clock };
}

async function check(
  what: string,
  state: Finding['state'],
  { issuer, outbound }: { readonly issuer: string; readonly outbound: OutboundGuard },
): Promise<{ readonly finding: Finding; readonly clock?: ClockSample | undefined }> {
  try {
    const { aheadMs } = await checkProvider({ guard: outbound, clock: createClock() }, issuer);
    const clock = aheadMs === undefined ? undefined : { source: issuer, aheadMs };
    return { finding: { state: 'ok', what, detail: `${issuer} shows its metadata and keys` }, clock };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    return { finding: { state, what, detail: `${issuer}: ${error.message}.` } };
  }
}
