/** Engine cost and margin by organization and model (ADR 0100). */
export { listOrganizationMargins, readMargins } from './read-margins.ts';
export { marginsModule } from './margins-module.ts';
