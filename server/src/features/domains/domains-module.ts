import type { DeploymentConfig } from '#config';
import { Created, type AdministrationHandlers, type Module } from '#features/module';
import { requireOwner } from '#features/organization';
import { textResolver } from '#kit';
import { createDomain, deleteDomain, verifyDomain } from './change-domains.ts';
import { checkDomains, type DomainCheckDeps } from './check-domains.ts';
import { listDomains } from './domains.ts';
import { requireValue } from './require-value.ts';
import { domainNames } from './store.ts';

export interface DomainsModuleDeps extends Omit<DomainCheckDeps, 'resolveText'> {
  readonly deployment: () => Pick<DeploymentConfig, 'sso'>;
}

export function domainsModule(deps: DomainsModuleDeps) {
  const resolveText = textResolver(() => deps.deployment().sso.dns_servers);
  return {
    administration: {
      createDomain: async (change, { body }) => new Created(await createDomain(change, body.domain)),
      listDomains: async (scope, { query }, { actor }) => {
        requireOwner({ source: { actor } });
        return listDomains(scope, query);
      },
      verifyDomain: (change, { params }) => verifyDomain(change, params.domain),
      deleteDomain: (change, { params }) => deleteDomain(change, params.domain),
    } satisfies Partial<AdministrationHandlers>,
    // DNS is asked ahead of the transaction.
    beforeChange: { verifyDomain: ({ params }, caller) => requireValue(resolveText, caller, params.domain) },
    jobs: [checkDomains({ ...deps, resolveText })],
    names: [domainNames],
  } satisfies Module;
}
