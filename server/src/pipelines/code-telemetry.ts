import { ApiError, type LimitValues } from '@svc/contract';
import { sequence, type Authenticated, type HttpExchange, type KeyExchange, type Step } from '#exchange';
import { respondToTelemetry, type CodeTelemetryDeps, type TelemetrySettings } from '#features/code-telemetry';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';
import { queueLimits } from './bodies/body-reader.ts';
import { BodyTurns } from './bodies/body-turns.ts';
import { limitDeclaredSize } from './steps/body/limit-size.ts';
import type { ParseDeps } from './steps/body/parse-call.ts';
import { readBody, type ReadBodyDeps } from './steps/body/read-body.ts';
import { contentCoding, otlpEncoding, requireOtlp } from './steps/body/require-otlp.ts';
import { authenticate, type AuthenticateDeps } from './steps/credential/authenticate.ts';
import { countUse, type CountUseDeps } from './steps/credential/count-use.ts';
import { retryIfStale } from './steps/credential/verify-when-changed.ts';
import { limitRate, type LimitRateDeps } from './steps/limits/limit-rate.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface CodeTelemetryPipelineDeps
  extends AuthenticateDeps, CountUseDeps, LimitRateDeps, ReadBodyDeps, ParseDeps, CodeTelemetryDeps {
  readonly organizations: OrganizationDirectory;
  readonly limits: () => LimitValues;
}

/** A body of a megabyte becomes several while it is counted, and waits for the database meanwhile. */
const MAX_CONCURRENT = 8;
const FEATURE = 'code_telemetry';

/** The pipeline of what a code client reports. */
export function codeTelemetry(deps: CodeTelemetryPipelineDeps): Step<HttpExchange> {
  const verify = authenticate(deps, { admitsAdminKeys: false });
  const limitBytes = (): number => deps.limits().code_telemetry_body_bytes;
  return sequence<HttpExchange>()(
    retryIfStale(deps, verify), //                401 403
    requireCodeClient, //                         403
    requireTelemetryOn(deps), //                  403
    countUse(deps),
    limitRate(deps, 'code_telemetry', verify), // 429
    requireKnownBetas, //                         400
    requirePublishedVersion, //                   400
    limitDeclaredSize(limitBytes), //             413
    requireOtlp, //                               400
    readBody(deps, limitBytes), //                413 408 503
    retryIfStale(deps, verify), //                401 403, the body may come long after its head
    takeTelemetry(deps, limitBytes), //           413 400 503
  );
}

/** Private keys belong to programs, and the playground's tokens to pages: neither is a code client (CODE-01). */
const requireCodeClient: Step<Authenticated> = ({ credential: { kind, surface } }) => {
  if (kind === 'svc_code' || (kind === 'sign_in_token' && surface !== 'api')) return;
  throw new ApiError('insufficient_scope', {
    extra: { required: FEATURE },
    message: 'Only code clients report here. Use a code-client key, which begins with sk_svc_, or sign in.',
  });
};

/** Owners may switch it off (CODE-08). */
function requireTelemetryOn({
  organizations,
}: Pick<CodeTelemetryPipelineDeps, 'organizations'>): Step<Authenticated> {
  return ({ credential }) => {
    const found = organizations.find(credential.organizationId);
    return found instanceof Promise ? found.then(requireOn) : requireOn(found);
  };
}

function requireOn(organization: OrganizationRecord | undefined): void {
  if (organization?.codeTelemetry) return;
  throw new ApiError('feature_unavailable', {
    extra: { feature: FEATURE },
    message: 'An owner of your organization has switched off what code clients report. Stop sending it.',
  });
}

/** What came is held from when it is decompressed until it is counted, so only so many are at that stage. */
function takeTelemetry(deps: CodeTelemetryPipelineDeps, limitBytes: () => number): Step<KeyExchange> {
  const { bodyReader, limits } = deps;
  const turns = new BodyTurns(MAX_CONCURRENT);
  return (exchange) => {
    const inflateTo = contentCoding(exchange) === 'gzip' ? limitBytes() : undefined;
    const bytes = inflateTo ?? exchange.bytes?.length ?? 0;
    return turns.run({ tenant: exchange.tenant, bytes }, queueLimits(limits()), () =>
      take(exchange, inflateTo),
    );
  };

  async function take(exchange: KeyExchange, inflateTo: number | undefined): Promise<void> {
    const encoding = otlpEncoding(exchange) ?? 'json';
    const name = encoding === 'json' ? 'code_telemetry' : 'code_telemetry_protobuf';
    const settings: TelemetrySettings = { countLimit: limits().code_telemetry_daily_count };
    const points = await bodyReader.read(exchange, { name, settings }, { inflateTo });
    await respondToTelemetry(deps, exchange, points, encoding);
  }
}
