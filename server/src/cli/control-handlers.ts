import { type Environment, loadDeployment, parseProvisioning, toDecimal } from '#config';
import { parseMonth, type GrantRequest } from '#features/billing';
import { version } from '#kit';
import type { ResealPosition } from '#features/resealing';
import type { Service } from '#platform';
import { type ControlHandlers, ControlRefusal, ControlStream } from '../control/index.ts';
import { operatorHandlers } from './operator-handlers.ts';
import { requireKeyNames } from './require-key-names.ts';
import { refusing, requireText } from './refusing.ts';
import { toProvisionResponse } from './provision-response.ts';
import { toSignInResetResponse } from './reset-sign-in.ts';

/** What the running service does for an operator. */
export function controlHandlers(service: Service, environment: Environment): ControlHandlers {
  return {
    'GET /status': () => ({ ...service.readiness(), version: version(), base_url: service.baseUrl }),
    'GET /engines': () => ({ down: service.operator.downRoutes() }),
    'POST /engines/restore-keys': refusing(({ keys }) => ({
      restored: service.operator.restoreEngineKeys(requireKeyNames(keys)),
    })),
    'POST /reload': refusing(() => service.reload()),
    'POST /keys/revoke': refusing(async ({ target }) => {
      const { id, name, kind, alreadyRevoked } = await service.operator.revokeKey(
        requireText(target, 'target'),
      );
      return { id, name, kind, alreadyRevoked };
    }),
    'POST /sign-in/reset': refusing(async ({ organization, email }) => {
      const who =
        email === undefined
          ? { organization: requireText(organization, 'organization') }
          : { email: requireText(email, 'email') };
      return toSignInResetResponse(service.baseUrl, await service.operator.resetSignIn(who));
    }),
    'POST /credits/grant': refusing(async (body) => ({
      ...(await service.operator.grantCredits(toGrantRequest(body))),
    })),
    'POST /ledger/check': refusing(async () => ({ findings: await service.operator.checkLedger() })),
    'POST /files/check': refusing(async () => ({ findings: await service.operator.checkFiles() })),
    'POST /reseal': refusing(({ position }) => service.operator.reseal(position as ResealPosition)),
    'POST /backup': refusing(async () => new ControlStream(await service.operator.backups.start(version()))),
    'POST /usage/drop': refusing(async ({ before }) => {
      const beforeMs = parseMonth(requireText(before, 'before'));
      if (beforeMs === undefined) throw new ControlRefusal('before must be a month, YYYY-MM.');
      return { dropped: await service.operator.dropUsage(beforeMs) };
    }),
    'POST /requests/show': refusing(async ({ id }) => ({
      request: await service.operator.showRequest(requireText(id, 'id')),
    })),
    ...operatorHandlers(service),
    'POST /provision': refusing(async ({ text, source, update }) => {
      const deployment = loadDeployment(environment).config;
      const file = parseProvisioning(requireText(text, 'text'), {
        source: requireText(source, 'source'),
        deployment,
      });
      return toProvisionResponse(await service.operator.provision(file, { update: update === true }));
    }),
  };
}

function toGrantRequest({ organization, amountUsd, note }: Readonly<Record<string, unknown>>): GrantRequest {
  const usd = toDecimal(amountUsd);
  if (usd === undefined) throw new ControlRefusal('amountUsd must be an amount.');
  return {
    organization: requireText(organization, 'organization'),
    amountUsd: usd,
    note: typeof note === 'string' ? note : '',
  };
}
