import type {
  AdministrationCall,
  AdministrationOperationId,
  ConsoleCall,
  ConsoleOperationId,
  PathParameter,
  WorkspaceCall,
  WorkspaceOperationId,
} from '@svc/contract';
import type { CallerExchange, Person } from '#exchange';
import type { Change } from '#features/audit';
import type { OrganizationScope, WorkspaceScope } from '#store';
import type { AccessScope } from './access-scope.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly query: unknown;
}

/** What a handler is given of a request: all of it checked. */
export interface Call<C extends Omit<Endpoint, 'method'>> {
  readonly params: Readonly<Record<PathParameter<C['path']>, string>>;
  readonly body: C['body'];
  readonly query: C['query'];
}

/** Who calls: an admin key, which reaches everything, or a person. */
export interface Caller {
  /** The data the operation's permission goes for. */
  readonly access: AccessScope;
}

/** A person in the Console. */
export interface PersonCaller extends Caller {
  readonly person: Person;
}

/** What is no read and changes nothing of the organization either: it runs in no transaction and is not audited. */
export const CHANGELESS = ['createPlaygroundCredential'] as const satisfies readonly ConsoleOperationId[];

/** A read is given the organization, everything else a change of it in its transaction. Refuses by throwing, else gives the body. */
type Handler<Id, C extends Endpoint, By> = (
  context: Id extends (typeof CHANGELESS)[number]
    ? OrganizationScope
    : C['method'] extends 'GET'
      ? OrganizationScope
      : Change,
  call: Call<C>,
  caller: By,
) => Promise<object>;

/** The handlers of the Admin API, which the Console mirrors, by operation id. */
export type AdministrationHandlers = {
  readonly [Id in AdministrationOperationId]: Handler<Id, AdministrationCall<Id>, Caller>;
};

/** Those of operations that only the Console has. `By`: what a handler knows of the person beside. */
export type ConsoleHandlers<By extends PersonCaller = PersonCaller> = {
  readonly [Id in ConsoleOperationId]: Handler<Id, ConsoleCall<Id>, By>;
};

/** A private key, which acts in its workspace, or a person in the one they named. */
export interface ResourceCaller {
  readonly workspace: WorkspaceScope;
  /** Of the organization. */
  readonly zeroDataRetention: boolean;
  /** Throws when a person may not do it any more. For the transaction at the end of what takes a while. */
  authorizeAgain(scope: OrganizationScope): Promise<void>;
}

/** One that reads or writes the connection itself answers itself too; it refuses by throwing before that. */
type StreamedHandler = (exchange: CallerExchange, caller: ResourceCaller) => Promise<void>;

/** A read is given the workspace, everything else a change of its organization in its transaction. */
type ResourceHandler<C extends Endpoint> = (
  context: C['method'] extends 'GET' ? WorkspaceScope : Change,
  call: Call<C>,
  caller: ResourceCaller,
) => Promise<object>;

/** The handlers of what belongs to a workspace, by operation id. */
export type WorkspaceHandlers = {
  readonly [Id in WorkspaceOperationId]: WorkspaceCall<Id>['transfer'] extends 'streamed'
    ? StreamedHandler
    : ResourceHandler<WorkspaceCall<Id>>;
};
