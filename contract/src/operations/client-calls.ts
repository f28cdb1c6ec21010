import type { z } from 'zod';
import type { ADMINISTRATION_OPERATIONS } from './administration.ts';
import type { BoundedSchema, CheckedOperation } from './checked-operation.ts';
import type { CONSOLE_OPERATIONS } from './console.ts';
import type { ACCOUNT_OPERATIONS } from './console/account.ts';
import type { CONSOLE_PUBLIC_OPERATIONS } from './console/sign-in.ts';
import type { SIGN_UP_OPERATIONS } from './console/sign-up.ts';
import type { SINGLE_SIGN_ON_OPERATIONS } from './console/single-sign-on.ts';
import type { PathParameter } from './operation-path.ts';
import type { OPERATOR_OPERATIONS } from './operator.ts';
import type { OPERATOR_PAGE_OPERATIONS, OPERATOR_SIGN_IN_OPERATIONS } from './operator/session.ts';
import type { WORKSPACE_OPERATIONS } from './workspace.ts';

/** What a client gives a call and gets of it. `body` and `query` are undefined where there is none. */
interface ClientCall<O extends CheckedOperation, MirrorParameter extends string> {
  readonly path: Readonly<Record<PathParameter<O['path']> | MirrorParameter, string>>;
  readonly query: Sent<O['queryUnder']>;
  readonly body: Sent<O['bodyUnder']>;
  readonly answer: z.output<O['response']>;
}

type Sent<Bounded> =
  NonNullable<Bounded> extends BoundedSchema<infer S>
    ? [S] extends [never]
      ? undefined
      : Input<z.input<S>, z.output<S>>
    : undefined;

/**
 * What a schema takes, unchanged by who sends it. Where it takes anything, such as the text of a number, what it makes of that; in one
 * of several forms, anything.
 */
type Input<In, Out> = unknown extends In
  ? Out
  : { readonly [K in keyof In]: Input<In[K], K extends keyof Out ? Out[K] : In[K]> };

/** `MirrorParameter`: what the path of the Console has besides. */
type ClientCalls<List extends readonly CheckedOperation[], MirrorParameter extends string = never> = {
  readonly [O in List[number] as O['id']]: ClientCall<O, MirrorParameter>;
};

/** Every operation of people in the Console, by its id: their own, and those that mirror a public one. */
export interface ConsoleClientCalls
  extends
    ClientCalls<typeof CONSOLE_PUBLIC_OPERATIONS>,
    ClientCalls<typeof SIGN_UP_OPERATIONS>,
    ClientCalls<typeof SINGLE_SIGN_ON_OPERATIONS>,
    ClientCalls<typeof ACCOUNT_OPERATIONS>,
    ClientCalls<typeof CONSOLE_OPERATIONS>,
    ClientCalls<typeof ADMINISTRATION_OPERATIONS>,
    ClientCalls<typeof WORKSPACE_OPERATIONS, 'workspace_id'> {}

/** Every operation of the operators' pages, by its id. */
export interface OperatorClientCalls
  extends
    ClientCalls<typeof OPERATOR_OPERATIONS>,
    ClientCalls<typeof OPERATOR_PAGE_OPERATIONS>,
    ClientCalls<typeof OPERATOR_SIGN_IN_OPERATIONS> {}
