import type { z } from 'zod';
import type { BetaFlag } from '../betas.ts';
import type { ErrorName } from '../errors.ts';
import type { LimitName, LimitValues } from '../limits.ts';
import type { PublishedVersion } from '../versions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Which credential an operation takes (inference contract §5, platform contract §5.1): `inference` is any credential
 * that may call models, `workspace` a private key acting in its workspace, `admin` an admin key. `console_session` is the
 * sign-in of a person in the Console, which no published operation takes (D-CONS-6). `operator` is a key to the Operator API, and
 * `operator_session` the sign-in of an operator: neither belongs to an organization. `directory` is the token of a directory (SCIM-01).
 */
export type CredentialKind =
  | 'none'
  | 'inference'
  | 'inference_or_admin'
  | 'admin'
  | 'workspace'
  | 'console_session'
  | 'operator'
  | 'operator_session'
  | 'directory';

/** Tags of the description file (OAS-10), `Console` for what is not in it, and `Operators` for what has a file of its own. */
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
  | 'Console'
  | 'Operators';

/**
 * What the errors of an operation look like: `standard` is the envelope. `chat` names no field unless its additions are on (ERR-06),
 * and ends a broken stream with `stream_error` (D-30). `messages` repeats the request id beside `error` (D-20). `oauth` is flat (D-68), `scim` is that of
 * RFC 7644 (SCIM-02).
 */
export type ErrorStyle = 'standard' | 'chat' | 'messages' | 'oauth' | 'scim' | CompatErrorStyle;

/** Error forms of other vendors' protocols (COMPE). `openai_responses` differs from `openai` in a few statuses. */
export type CompatErrorStyle = 'openai' | 'openai_responses' | 'anthropic';

/**
 * Which pages browsers let read the answers: those of `any_site` (D-04), of the `console` alone, or as browsers do by `default`.
 * `any_client` is `any_site` with the headers that other vendors' clients send and read (COMPG-17).
 */
export type BrowserAccess = 'any_site' | 'any_client' | 'console' | 'default';

/**
 * How the body and the answer travel: as JSON; through a handler that reads or writes the connection itself; or as JSON or a form, which the
 * handler reads piece by piece.
 */
export type Transfer = 'json' | 'streamed' | 'form';

/** A status of an answer that is no error. 206 is the answer to a `Range`, 304 the one to an `If-None-Match`. */
export type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 304;

/** What a flag adds to an operation that works without it, too. */
interface OperationExtension {
  readonly beta: BetaFlag;
  /** The body that is taken with the flag. */
  readonly request: z.ZodType;
  readonly errors: readonly ErrorName[];
}

/** An operation of the service: what it takes, what it answers, and everything that is derived from it. */
export interface Operation {
  /** camelCase, unique, stable. */
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for each path parameter. HEAD is answered wherever GET is (D-03). */
  readonly path: string;
  readonly credential: CredentialKind;
  /** Flag without which the call is 400 `beta_required`. */
  readonly beta?: BetaFlag;
  readonly extension?: OperationExtension;
  readonly status: 'live' | 'preview';
  /** The version it arrived in. Absent: the first. */
  readonly since?: PublishedVersion;
  /** The date it is removed on, once that is decided (OAS-16). */
  readonly deprecatedAfter?: string;
  readonly tag: OperationTag;
  readonly errorStyle: ErrorStyle;
  readonly browserAccess: BrowserAccess;
  readonly summary: string;
  /** The JSON body. */
  readonly request?: z.ZodType;
  readonly query?: z.ZodObject;
  /** Body and query as the limits of a deployment bound them, where they are checked by schema. */
  readonly bodyUnder?: (limits: LimitValues) => z.ZodType;
  readonly queryUnder?: (limits: LimitValues) => z.ZodObject;
  /** Fields that callers know from the object and only the service sets: 400 `read_only_field`. */
  readonly readOnly?: readonly string[];
  /** The parts of a form, where the operation takes one. */
  readonly form?: (limits: LimitValues) => z.ZodObject;
  /** The body of its answers. */
  readonly response: z.ZodType;
  /** Media type of an answer that is not JSON. */
  readonly responseType?: string;
  /** Headers of its answers that not every operation sends. */
  readonly responseHeaders?: readonly string[];
  /** Absent: 200. */
  readonly successStatuses?: readonly SuccessStatus[];
  /** One event of the answer when it is streamed. */
  readonly stream?: z.ZodType;
  /** What it can refuse or fail with beyond what every operation can (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorName[];
  /**
   * Another vendor's protocol: the credential may come in `x-api-key` too, and no header that begins with `svc-` is
   * read (COMPG-03, COMPG-04).
   */
  readonly isVendorApi?: true;
  /** A further header that repeats the request id (COMPG-15). */
  readonly requestIdHeader?: string;
  /** Absent: `json`. */
  readonly transfer?: Transfer;
  /** Which setting limits the body, in bytes. A name, because the number is the deployment's. */
  readonly bodyLimit?: LimitName;
  /** It runs in no transaction and is not audited, whatever its method. */
  readonly changes?: false;
  /** Its answer expires within minutes: an `Idempotency-Key` is ignored, and the answer is never stored. */
  readonly replays?: false;
  /** A model answers: each call leaves a request record. */
  readonly callsModel?: true;
}

/** What the way of a request through the service reads of its operation. A request that matches none has this, too. */
export type RequestedOperation = Pick<
  Operation,
  | 'id'
  | 'method'
  | 'path'
  | 'credential'
  | 'beta'
  | 'status'
  | 'errorStyle'
  | 'browserAccess'
  | 'errors'
  | 'bodyLimit'
  | 'callsModel'
  | 'isVendorApi'
  | 'requestIdHeader'
>;
