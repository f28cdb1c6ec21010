export {
  OutboundGuard,
  type OutboundContent,
  type OutboundRequest,
  type OutboundResponse,
} from './outbound-guard.ts';
export { OutboundError, type OutboundFailure, type OutboundStep } from './outbound-error.ts';
export { KeptOrigin, type KeptResponse, type KeptPost } from './kept-origin.ts';
export type { ResolveHost } from './resolve-host.ts';
export { createOperatorOutbound } from './operator-outbound.ts';
export { textResolver, type ResolveText } from './resolve-text.ts';
