import type { z } from 'zod';
import type { BetaFlag } from '../betas.ts';
import type { ErrorName } from '../errors.ts';
import type { LimitName, LimitValues } from '../limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Which credential an operation takes (inference contract §5, platform contract §5.1): `inference` is any credential
 * that may call models, `workspace` a private key acting in its workspace, `admin` an admin key. `console_session` is the
 * sign-in of a person in the Console, which no published operation takes (D-CONS-6).
 */
export type CredentialKind =
  | 'none'
  | 'inference'
  | 'inference_or_admin'
  | 'admin'
  | 'workspace'
  | 'console_session';

/** Tags of the description file (OAS-10), and `Console` for what is not in it. */
export type OperationTag =
  | 'Messages'
  | 'Models'
  | 'Files'
  | 'Batches'
  | 'Tools'
  | 'Agents'
  | 'Sessions'
  | 'Admin'
  | 'Webhooks'
  | 'Console';

/**
 * What the errors of an operation look like: `standard` is the envelope. `chat` names no field unless its additions are on (ERR-06),
 * and ends a broken stream with `stream_error` (D-30). `messages` repeats the request id beside `error` (D-20). `oauth` is flat (D-68).
 */
export type ErrorStyle = 'standard' | 'chat' | 'messages' | 'oauth';

/** Which pages browsers let read the answers: those of `any_site` (D-04), of the `console` alone, or as browsers do by `default`. */
export type BrowserAccess = 'any_site' | 'console' | 'default';

interface OperationBase {
  /** camelCase, unique, stable. */
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for each path parameter. HEAD is answered wherever GET is (D-03). */
  readonly path: string;
  readonly credential: CredentialKind;
  /** Flag without which the call is 400 `beta_required`. */
  readonly beta?: BetaFlag;
  readonly status: 'live' | 'preview';
  readonly tag: OperationTag;
  readonly errorStyle: ErrorStyle;
  readonly browserAccess: BrowserAccess;
}

/** An operation this service answers. */
export interface OfferedOperation extends OperationBase {
  readonly offered: true;
  readonly summary: string;
  /** The JSON body. */
  readonly request?: z.ZodType;
  readonly query?: z.ZodObject;
  /** Body and query as the limits of a deployment bound them, where they are checked by schema. */
  readonly bodyUnder?: (limits: LimitValues) => z.ZodType;
  readonly queryUnder?: (limits: LimitValues) => z.ZodObject;
  /** Fields that callers know from the object and only the service sets: 400 `read_only_field`. */
  readonly readOnly?: readonly string[];
  /** The body of the 200 answer; a string schema stands for text that is not JSON. */
  readonly response: z.ZodType;
  /** One event of the answer when it is streamed. */
  readonly stream?: z.ZodType;
  /** What it can refuse or fail with beyond what every operation can (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorName[];
  /** Which setting limits the body, in bytes. A name, because the number is the deployment's. */
  readonly bodyLimit?: LimitName;
}

/** An operation the contract describes and this service does not answer yet: its path behaves as if it did not exist. */
export interface PlannedOperation extends OperationBase {
  readonly offered: false;
}

export type Operation = OfferedOperation | PlannedOperation;
