import type { z } from 'zod';
import { ADMINISTRATION_OPERATIONS } from './operations/administration.ts';
import type { BoundedSchema, CheckedOperation } from './operations/checked-operation.ts';
import type { ConsoleOperation } from './operations/console/console-operation.ts';
import { CONSOLE_OPERATIONS } from './operations/console.ts';
import { ACCOUNT_OPERATIONS } from './operations/console/account.ts';
import { CONSOLE_PUBLIC_OPERATIONS } from './operations/console/sign-in.ts';
import { SIGN_UP_OPERATIONS } from './operations/console/sign-up.ts';
import { SINGLE_SIGN_ON_OPERATIONS } from './operations/console/single-sign-on.ts';
import { INFERENCE_OPERATIONS } from './operations/inference.ts';
import { COMPAT_OPERATIONS } from './operations/compat.ts';
import { DIRECTORY_OPERATIONS } from './operations/directory.ts';
import { OAUTH_OPERATIONS } from './operations/oauth.ts';
import type { Operation, RequestedOperation } from './operations/operation.ts';
import { MIRRORED_ADMINISTRATION_OPERATIONS } from './operations/console/mirrored.ts';
import { MIRRORED_RESOURCE_OPERATIONS } from './operations/console/mirrored-resources.ts';
import { COMPAT_RESOURCE_OPERATIONS, type CompatResourceOperationId } from './operations/compat-resources.ts';
import { OPERATOR_CONSOLE_OPERATIONS, OPERATOR_OPERATIONS } from './operations/operator.ts';
import { type OPERATOR_PAGE_OPERATIONS, OPERATOR_SIGN_IN_OPERATIONS } from './operations/operator/session.ts';
import { WORKSPACE_OPERATIONS } from './operations/workspace.ts';

export {
  ADMINISTRATION_BETA,
  type AdministrationOperation,
} from './operations/administration/administration-operation.ts';
export { ADMINISTRATION_OPERATIONS } from './operations/administration.ts';
export {
  CONSOLE_ROOT,
  type ConsoleOperation,
  type ConsolePermission,
} from './operations/console/console-operation.ts';
export { MIRRORED_ADMINISTRATION_OPERATIONS } from './operations/console/mirrored.ts';
export {
  MIRRORED_RESOURCE_OPERATIONS,
  type MirroredResourceOperation,
} from './operations/console/mirrored-resources.ts';
export { CONSOLE_OPERATIONS } from './operations/console.ts';
export type { ChangelessId } from './operations/changes-nothing.ts';
export { isPublicOperation } from './operations/public-operation.ts';
export { INFERENCE_OPERATIONS } from './operations/inference.ts';
export {
  COMPAT_OPERATIONS,
  COMPAT_PREFIXES,
  type CompatOperationId,
  type CompatVendor,
} from './operations/compat.ts';
export type { ConsoleClientCalls, OperatorClientCalls } from './operations/client-calls.ts';
export { COMPAT_RESOURCE_OPERATIONS } from './operations/compat-resources.ts';
export type {
  BrowserAccess,
  CompatErrorStyle,
  CredentialKind,
  ErrorStyle,
  Method,
  Operation,
  OperationTag,
  RequestedOperation,
} from './operations/operation.ts';
export { SIGN_UP_OPERATIONS } from './operations/console/sign-up.ts';
export type { SignInOperation } from './operations/console/sign-in-operation.ts';
export { WORKSPACE_OPERATIONS } from './operations/workspace.ts';
export type { WorkspaceOperation } from './operations/workspace/workspace-operation.ts';
export {
  DIRECTORY_OPERATIONS,
  DIRECTORY_ROOT,
  type DirectoryOperation,
  type DirectoryOperationId,
} from './operations/directory.ts';
export { OAUTH_OPERATIONS, type OAuthOperationId } from './operations/oauth.ts';
export { OPERATOR_CONSOLE_OPERATIONS, OPERATOR_OPERATIONS } from './operations/operator.ts';
export { OPERATOR_CONSOLE_ROOT, type OperatorOperation } from './operations/operator/operator-operation.ts';
export { OPERATOR_PAGE_OPERATIONS, OPERATOR_SIGN_IN_OPERATIONS } from './operations/operator/session.ts';
export type { PathParameter } from './operations/operation-path.ts';

export type InferenceOperationId = (typeof INFERENCE_OPERATIONS)[number]['id'];
export type AdministrationOperationId = (typeof ADMINISTRATION_OPERATIONS)[number]['id'];

/** Of what only the Console has; the rest of it has ids of the Admin API. */
export type ConsoleOperationId = (typeof CONSOLE_OPERATIONS)[number]['id'];

/** Method, path, credential, transfer, checked body and query, and answer of an operation of a list. */
export type CallOf<List extends readonly CheckedOperation[], Id extends List[number]['id']> = CallBy<
  Extract<List[number], { readonly id: Id }>
>;

interface CallBy<O extends CheckedOperation> {
  readonly method: O['method'];
  readonly path: O['path'];
  readonly credential: O['credential'];
  readonly transfer: O['transfer'];
  readonly body: Checked<O['bodyUnder']>;
  readonly query: Checked<O['queryUnder']>;
  readonly answer: z.output<O['response']>;
}

/** Undefined where the operation takes none, of which its type says `never`. */
type Checked<Bounded> =
  NonNullable<Bounded> extends BoundedSchema<infer S>
    ? [S] extends [never]
      ? undefined
      : z.output<S>
    : undefined;

/** Of operations on what belongs to a workspace, in our own protocol and in others'. */
export type WorkspaceOperationId = (typeof WORKSPACE_OPERATIONS)[number]['id'] | CompatResourceOperationId;

/** Of what operators do, by key or in the Console. */
export type OperatorOperationId =
  | (typeof OPERATOR_OPERATIONS)[number]['id']
  | (typeof OPERATOR_PAGE_OPERATIONS)[number]['id'];
export type OperatorSignInOperationId = (typeof OPERATOR_SIGN_IN_OPERATIONS)[number]['id'];

/** Into the Console and out of it, and what is the person's own there, whatever organization they look at. */
export const SIGN_IN_OPERATIONS = [
  ...CONSOLE_PUBLIC_OPERATIONS,
  ...SIGN_UP_OPERATIONS,
  ...SINGLE_SIGN_ON_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
] as const;

export type SignInOperationId = (typeof SIGN_IN_OPERATIONS)[number]['id'];
export type SignUpOperationId = (typeof SIGN_UP_OPERATIONS)[number]['id'];
export type SingleSignOnOperationId = (typeof SINGLE_SIGN_ON_OPERATIONS)[number]['id'];

export type AdministrationCall<Id extends AdministrationOperationId> = CallOf<
  typeof ADMINISTRATION_OPERATIONS,
  Id
>;
export type WorkspaceCall<Id extends WorkspaceOperationId> = CallOf<
  typeof WORKSPACE_OPERATIONS | typeof COMPAT_RESOURCE_OPERATIONS,
  Id
>;
/** Of what only the Console has. */
export type ConsoleCall<Id extends ConsoleOperationId> = CallOf<typeof CONSOLE_OPERATIONS, Id>;
export type OperatorCall<Id extends OperatorOperationId | OperatorSignInOperationId> = CallOf<
  typeof OPERATOR_OPERATIONS | typeof OPERATOR_PAGE_OPERATIONS | typeof OPERATOR_SIGN_IN_OPERATIONS,
  Id
>;
export type SignInCall<Id extends SignInOperationId> = CallOf<typeof SIGN_IN_OPERATIONS, Id>;

/** What the Console's API has in common with the public ones, for people instead of keys. */
export const MIRRORED_OPERATIONS: readonly ConsoleOperation[] = [
  ...MIRRORED_ADMINISTRATION_OPERATIONS,
  ...MIRRORED_RESOURCE_OPERATIONS,
];

/**
 * Every operation of both contract documents (inference contract §4, platform contract §4). Routing, `Allow`, the
 * description file and the documentation follow from it. The Console's own API is not among them: it is not public.
 */
export const OPERATIONS: readonly Operation[] = [
  ...INFERENCE_OPERATIONS,
  ...ADMINISTRATION_OPERATIONS,
  ...WORKSPACE_OPERATIONS,
];

/** Every operation that the service answers: the public ones, those of people and operators, sign-in, and other vendors' protocols. */
export const ALL_OPERATIONS: readonly RequestedOperation[] = [
  ...OPERATIONS,
  ...COMPAT_OPERATIONS,
  ...COMPAT_RESOURCE_OPERATIONS,
  ...OAUTH_OPERATIONS,
  ...DIRECTORY_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...MIRRORED_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...OPERATOR_CONSOLE_OPERATIONS,
  ...OPERATOR_SIGN_IN_OPERATIONS,
];
