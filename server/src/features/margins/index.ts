/** Engine cost and margin by organization and model (ADR 0100). */
export { marginsModule } from './margins-module.ts';
