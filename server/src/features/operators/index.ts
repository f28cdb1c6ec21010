/** People who run the deployment: their accounts, sessions and keys, and the log of what they do (ADR 0090). */
export {
  handleOperatorChange,
  handleOperatorInquiry,
  handleOperatorRead,
  noteRefusals,
  type HandleOperatorDeps,
} from './handle-operator.ts';
export { addOperator, listOperators, removeOperator } from './manage-operators.ts';
export type { AddedOperator, ListedOperator } from './manage-operators.ts';
export { createKeyByCommand, revokeKeyByCommand } from './keys-by-command.ts';
export { operatorSignInHandlers } from './operator-sign-in-handlers.ts';
export { findOperatorKeyCaller, type OperatorKeySettings } from './operator-keys.ts';
export { confirmOperator } from './confirm-operator.ts';
export { OperatorSessions } from './operator-sessions.ts';
export { placeOf, recordOperatorEvent } from './operator-events.ts';
export { operatorsModule } from './operators-module.ts';
export type { OperatorSignInDeps } from './sign-in-operator.ts';
export { finishOperatorSignOn, startOperatorSignOn } from './sign-on/sign-on.ts';
export { openOperators } from './open-operators.ts';
