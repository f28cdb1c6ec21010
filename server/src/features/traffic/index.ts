/** Model calls of the whole deployment by time, for operators (ADR 0095). */
export { RESOLUTIONS } from './resolutions.ts';
export { trafficModule } from './traffic-module.ts';
