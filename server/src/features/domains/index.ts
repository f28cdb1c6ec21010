/** Email domains of organizations, verified by a value in DNS (SSO-01, SSO-02). */
export { domainsModule } from './domains-module.ts';
export { requireDomain } from './domains.ts';
export { findVerifiedDomains } from './store.ts';
export { toDomainName } from './names/domain-name.ts';
