import type { z } from 'zod';
import type { AdministrationOperation } from './operations/administration/administration-operation.ts';
import { ADMINISTRATION_OPERATIONS } from './operations/administration.ts';
import type { ConsoleOperation } from './operations/console/console-operation.ts';
import { CONSOLE_OPERATIONS } from './operations/console.ts';
import type { SignInOperation } from './operations/console/sign-in-operation.ts';
import { ACCOUNT_OPERATIONS } from './operations/console/account.ts';
import { CONSOLE_PUBLIC_OPERATIONS } from './operations/console/sign-in.ts';
import { SIGN_UP_OPERATIONS } from './operations/console/sign-up.ts';
import { INFERENCE_OPERATIONS } from './operations/inference.ts';
import { COMPAT_OPERATIONS } from './operations/compat.ts';
import { OAUTH_OPERATIONS } from './operations/oauth.ts';
import type { Operation, RequestedOperation } from './operations/operation.ts';
import { MIRRORED_ADMINISTRATION_OPERATIONS } from './operations/console/mirrored.ts';
import { MIRRORED_RESOURCE_OPERATIONS } from './operations/console/mirrored-resources.ts';
import { COMPAT_RESOURCE_OPERATIONS, type CompatResourceOperationId } from './operations/compat-resources.ts';
import { OPERATOR_CONSOLE_OPERATIONS, OPERATOR_OPERATIONS } from './operations/operator.ts';
import type { OperatorOperation } from './operations/operator/operator-operation.ts';
import { type OPERATOR_PAGE_OPERATIONS, OPERATOR_SIGN_IN_OPERATIONS } from './operations/operator/session.ts';
import { WORKSPACE_OPERATIONS } from './operations/workspace.ts';
import type { WorkspaceOperation } from './operations/workspace/workspace-operation.ts';

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
export { MIRRORED_ADMINISTRATION_OPERATIONS, type PartlyMirroredId } from './operations/console/mirrored.ts';
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
export { OAUTH_OPERATIONS, type OAuthOperationId } from './operations/oauth.ts';
export { OPERATOR_CONSOLE_OPERATIONS, OPERATOR_OPERATIONS } from './operations/operator.ts';
export { OPERATOR_CONSOLE_ROOT, type OperatorOperation } from './operations/operator/operator-operation.ts';
export { OPERATOR_PAGE_OPERATIONS, OPERATOR_SIGN_IN_OPERATIONS } from './operations/operator/session.ts';
export type { PathParameter } from './operations/operation-path.ts';

export type InferenceOperationId = (typeof INFERENCE_OPERATIONS)[number]['id'];
export type AdministrationOperationId = (typeof ADMINISTRATION_OPERATIONS)[number]['id'];

/** Of what only the Console has; the rest of it has ids of the Admin API. */
export type ConsoleOperationId = (typeof CONSOLE_OPERATIONS)[number]['id'];

type Named<Id> = Extract<(typeof ADMINISTRATION_OPERATIONS)[number], { readonly id: Id }>;

/** Method, path, transfer, checked body and checked query of an operation of the Admin API. */
export type AdministrationCall<Id extends AdministrationOperationId> =
  Named<Id> extends AdministrationOperation<
    string,
    infer M,
    infer Path,
    infer Body,
    infer Query,
    infer Transfer
  >
    ? {
        readonly method: M;
        readonly path: Path;
        readonly transfer: Transfer;
        readonly body: Checked<Body>;
        readonly query: Checked<Query>;
      }
    : never;

/** Of operations on what belongs to a workspace, in our own protocol and in others'. */
export type WorkspaceOperationId = (typeof WORKSPACE_OPERATIONS)[number]['id'] | CompatResourceOperationId;

type NamedByWorkspace<Id> = Extract<
  (typeof WORKSPACE_OPERATIONS | typeof COMPAT_RESOURCE_OPERATIONS)[number],
  { readonly id: Id }
>;

/** Method, path, transfer, checked body and checked query of an operation on the resources of a workspace. */
export type WorkspaceCall<Id extends WorkspaceOperationId> =
  NamedByWorkspace<Id> extends WorkspaceOperation<
    string,
    infer M,
    infer Path,
    infer Body,
    infer Query,
    infer Transfer
  >
    ? {
        readonly method: M;
        readonly path: Path;
        readonly transfer: Transfer;
        readonly body: Checked<Body>;
        readonly query: Checked<Query>;
      }
    : never;

type NamedByConsole<Id> = Extract<(typeof CONSOLE_OPERATIONS)[number], { readonly id: Id }>;

/** Method, path, checked body and checked query of an operation that only the Console has. */
export type ConsoleCall<Id extends ConsoleOperationId> =
  NamedByConsole<Id> extends ConsoleOperation<string, infer M, infer Path, infer Body, infer Query>
    ? {
        readonly method: M;
        readonly path: Path;
        readonly body: Checked<Body>;
        readonly query: Checked<Query>;
      }
    : never;

/** Of what operators do, by key or in the Console. */
export type OperatorOperationId =
  | (typeof OPERATOR_OPERATIONS)[number]['id']
  | (typeof OPERATOR_PAGE_OPERATIONS)[number]['id'];
export type OperatorSignInOperationId = (typeof OPERATOR_SIGN_IN_OPERATIONS)[number]['id'];

type NamedByOperator<Id> = Extract<
  (typeof OPERATOR_OPERATIONS | typeof OPERATOR_PAGE_OPERATIONS | typeof OPERATOR_SIGN_IN_OPERATIONS)[number],
  { readonly id: Id }
>;

/** Method, path, checked body and checked query of an operation of operators. */
export type OperatorCall<Id extends OperatorOperationId | OperatorSignInOperationId> =
  NamedByOperator<Id> extends OperatorOperation<string, infer M, infer Path, infer Body, infer Query>
    ? {
        readonly method: M;
        readonly path: Path;
        readonly body: Checked<Body>;
        readonly query: Checked<Query>;
      }
    : never;

/** Into the Console and out of it, and what is the person's own there, whatever organization they look at. */
export const SIGN_IN_OPERATIONS = [
  ...CONSOLE_PUBLIC_OPERATIONS,
  ...SIGN_UP_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
] as const;

export type SignInOperationId = (typeof SIGN_IN_OPERATIONS)[number]['id'];
export type SignUpOperationId = (typeof SIGN_UP_OPERATIONS)[number]['id'];

type NamedSignIn<Id> = Extract<(typeof SIGN_IN_OPERATIONS)[number], { readonly id: Id }>;

/** Whom it is for, path, checked body and checked query of such an operation. */
export type SignInCall<Id extends SignInOperationId> =
  NamedSignIn<Id> extends SignInOperation<string, infer _M, infer Path, infer Access, infer Body, infer Query>
    ? {
        readonly access: Access;
        readonly path: Path;
        readonly body: Checked<Body>;
        readonly query: Checked<Query>;
      }
    : never;

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

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
  ...SIGN_IN_OPERATIONS,
  ...MIRRORED_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...OPERATOR_CONSOLE_OPERATIONS,
  ...OPERATOR_SIGN_IN_OPERATIONS,
];
