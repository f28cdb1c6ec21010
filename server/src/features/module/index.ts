/** What a capability declares of itself, and what its handlers are given. */
export { AccessScope, isRestricted, unrestricted, type Access } from './access-scope.ts';
export { Accepted, Created } from './created.ts';
export {
  credentialCache,
  organizationCache,
  type CredentialCache,
  type CredentialName,
} from './credential-cache.ts';
export {
  CHANGELESS,
  type AdministrationHandlers,
  type BeforeChange,
  type AnswerMutation,
  type Call,
  type Caller,
  type ConsoleHandlers,
  type PersonCaller,
  type ResourceCaller,
  type WorkspaceHandlers,
} from './handlers.ts';
export type { OperatorChange, OperatorHandlers, OperatorNote } from './operator-handlers.ts';
export type { Module } from './module.ts';
export type { SealedPlace, SealedRow, SealedTable } from './sealed-table.ts';
