import type {
  AdministrationCall,
  AdministrationOperationId,
  BetaFlag,
  ChangelessId,
  ConsoleCall,
  ConsoleOperationId,
  PathParameter,
  WorkspaceCall,
  WorkspaceOperationId,
} from '@svc/contract';
import type { CallerExchange, Credential, Person } from '#exchange';
import type { AuditActor, MutationContext } from '#features/audit';
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
  readonly actor: AuditActor;
}

/** A person in the Console. */
export interface PersonCaller extends Caller {
  readonly person: Person;
}

/** Reads get the organization, everything else a change in its transaction. Refuses by throwing, else returns the body. */
type Handler<Id, C extends Endpoint, By> = (
  context: Id extends ChangelessId
    ? OrganizationScope
    : C['method'] extends 'GET'
      ? OrganizationScope
      : MutationContext,
  call: Call<C>,
  caller: By,
) => Promise<object>;

/** Makes a change of the caller's organization and answers with what `make` gives, as for any other change. */
export type RunMutation = (make: (change: MutationContext) => Promise<object>) => Promise<void>;

/**
 * Of an operation that takes a form or a JSON body: the handler reads the form, which may take a while, and makes its change afterwards. The
 * JSON body is in `exchange.input`, checked; undefined where there is a form.
 */
type FormHandler = (exchange: CallerExchange, run: RunMutation) => Promise<void>;

/** The handlers of the Admin API, which the Console mirrors, by operation id. */
export type AdministrationHandlers = {
  readonly [Id in AdministrationOperationId]: AdministrationCall<Id>['transfer'] extends 'form'
    ? FormHandler
    : Handler<Id, AdministrationCall<Id>, Caller>;
};

/** Those of operations that only the Console has. `By`: what a handler knows of the person beside. */
export type ConsoleHandlers<By extends PersonCaller = PersonCaller> = {
  readonly [Id in ConsoleOperationId]: Handler<Id, ConsoleCall<Id>, By>;
};

/** A private key, which acts in its workspace, or a person in the one they named. */
export interface ResourceCaller {
  readonly workspace: WorkspaceScope;
  /** Decides which models there are for the caller. */
  readonly credential: Credential;
  /** Of the organization. */
  readonly zeroDataRetention: boolean;
  /** How far the operation's permission goes in the workspace: over everything there, or over what the person made. */
  readonly reach: 'all' | 'own';
  /** Flags and version that the request named. */
  readonly betas: readonly BetaFlag[];
  readonly version: string | undefined;
  /** Throws when the person or the key may no longer do it. For the transaction at the end of long work. */
  authorizeAgain(scope: OrganizationScope): Promise<void>;
}

/** Reads the request or writes the response on the connection itself; refuses by throwing before that. */
type StreamedHandler = (exchange: CallerExchange, caller: ResourceCaller) => Promise<void>;

/** Reads get the workspace, everything else a change of its organization in its transaction. */
type ResourceHandler<C extends Endpoint> = (
  context: C['method'] extends 'GET' ? WorkspaceScope : MutationContext,
  call: Call<C>,
  caller: ResourceCaller,
) => Promise<object>;

/** Who wants a change, before it is known in the transaction whether they still may. */
export interface ChangeCaller {
  readonly scope: OrganizationScope;
  readonly actor: AuditActor;
}

type Preparation<C extends Omit<Endpoint, 'method'>> = (call: Call<C>, caller: ChangeCaller) => Promise<void>;

/**
 * What must be asked of others before a change, by operation id: it runs ahead of the transaction, which must not wait for them. Refuses by
 * throwing.
 */
export type BeforeChange = {
  readonly [Id in AdministrationOperationId]?: Preparation<AdministrationCall<Id>>;
} & {
  readonly [Id in WorkspaceOperationId]?: Preparation<WorkspaceCall<Id>>;
};

/** The handlers of what belongs to a workspace, by operation id. */
export type WorkspaceHandlers = {
  readonly [Id in WorkspaceOperationId]: WorkspaceCall<Id>['transfer'] extends 'streamed'
    ? StreamedHandler
    : ResourceHandler<WorkspaceCall<Id>>;
};
