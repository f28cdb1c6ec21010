/** What a capability declares of itself, and what its handlers are given. */
export { AccessScope, isRestricted, unrestricted, type Access } from './access-scope.ts';
export { Accepted, Created } from './created.ts';
export {
  credentialCache,
  organizationCache,
  type CredentialCache,
  type CredentialName,
} from './credential-cache.ts';
export type {
  AdministrationHandlers,
  BeforeChange,
  ChangeCaller,
  RunMutation,
  Call,
  Caller,
  ConsoleHandlers,
  PersonCaller,
  ResourceCaller,
  WorkspaceHandlers,
} from './handlers.ts';
export type { OperatorChange, OperatorHandlers, OperatorNote } from './operator-handlers.ts';
export type { HoldsContent, Module } from './module.ts';
export type { SealedPlace, SealedRow, SealedTable } from './sealed-table.ts';
