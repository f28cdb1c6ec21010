import { guardedFetch } from '#features/single-sign-on';
import { OutboundError, OutboundGuard } from '#kit';
import { refusal } from '#test-kit';
import { CONNECTION } from '../every-operation/operation-caller.ts';
import { administer } from '../inference-hook/policy-fixture.ts';
import { redirect } from './attacked-site.ts';
import type { Caller } from './caller.ts';
import { OPEN } from './trap-network.ts';

const DOMAIN = { domain: 'acme-people.example' };
const ORGANIZATION = '/v1/organizations';

export const signOnCallers: readonly Caller[] = [
  {
    name: 'the issuer of a connection when it is saved',
    files: ['features/single-sign-on/connections/require-issuer.ts'],
    async run({ fixture: { service } }, trial) {
      await administer(service, 'POST', `${ORGANIZATION}/domains`, DOMAIN);
      trial.turn();
      const connection = {
        ...CONNECTION,
        domains: [DOMAIN.domain],
        oidc: { ...CONNECTION.oidc, issuer: trial.url('') },
      };
      return refusal(await administer(service, 'POST', `${ORGANIZATION}/sso_connections`, connection));
    },
    refused: '400 invalid_parameter oidc.issuer',
  },
  {
    name: 'an identity provider',
    files: ['features/single-sign-on/provider/guarded-fetch.ts'],
    async run({ site }, trial) {
      const ask = guardedFetch(new OutboundGuard([OPEN]));
      const request = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
      await ask(trial.url('/keys'), request);
      trial.turn();
      const location = trial.location();
      if (location !== undefined)
        site.mcp.lies = { '*': (_message, response) => redirect(response, location) };
      try {
        const { status } = await ask(trial.url('/keys'), { ...request, method: 'POST', body: '{}' });
        return status;
      } catch (error) {
        return error instanceof OutboundError ? `${error.failure} (${error.step})` : error;
      }
    },
    refused: 'unreachable (address)',
    redirected: 302,
  },
];
