import type { z } from 'zod';
import type { ErrorRows } from '../errors/entry.ts';
import type { Limit } from '../limits/limit.ts';
import type { OperationTag } from '../operations/operation.ts';
import type { PermissionRow } from './grants.ts';

/** Where the Console lists an event of the audit log. */
export type AuditGroup = 'keys' | 'admin' | 'people' | 'workspaces' | 'organization' | 'signIn' | 'resources';

/** A type of event that webhooks and consumers get. */
export interface ResourceEvent {
  /** Which webhooks may subscribe to it: those of the workspace, or those of organizations too. */
  readonly scope: 'workspace' | 'organization';
  /** `data.object`: what a GET of the resource returns. */
  readonly object: z.ZodObject;
  /** Fields of `data` beside the object. */
  readonly more?: z.ZodRawShape;
  /** The description shows no more of the object than its id, kind and status. */
  readonly isDescribedByName?: true;
}

export interface PathParameterText {
  readonly description: string;
  readonly example: string;
}

/** All that the contract says of one kind of object. What is written here is written nowhere else: the rest is derived. */
export interface Resource {
  /** In snake_case: `type` of the object, and of the resource of an audit event. */
  readonly type: string;
  /** What people call one in the audit log. Absent: no audit event is about one. */
  readonly kind?: string;
  /** Of its operations in the description (OAS-10). */
  readonly tag?: OperationTag;
  /** First characters of its ids. A lower-case ULID follows. */
  readonly ids?: Readonly<Record<string, `${string}_`>>;
  /** Its own, the 404 first. */
  readonly errors?: ErrorRows;
  readonly permissions?: Readonly<Record<string, PermissionRow>>;
  /** Names of audit events, and what people call them. */
  readonly audit?: Readonly<Partial<Record<AuditGroup, Readonly<Record<string, string>>>>>;
  readonly limits?: Readonly<Record<string, Limit>>;
  readonly events?: Readonly<Record<string, ResourceEvent>>;
  /** What stands for the names in braces of paths. */
  readonly pathParameters?: Readonly<Record<string, PathParameterText>>;
}
