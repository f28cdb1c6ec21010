import type { CapacityLease } from '#engine';
import type { Credential, MatchedKey } from './credential.ts';
import type { DirectoryCaller } from './directory-caller.ts';
import type { EmbeddingsCall } from './embeddings-call.ts';
import type { Exchange } from './exchange.ts';
import type { HttpExchange } from './http/http-exchange.ts';
import type { Admission, InferenceCall } from './inference-call.ts';
import type { OperatorCaller } from './operator-caller.ts';
import type { Membership, Person } from './person.ts';
import type { RateTicket } from './rate-ticket.ts';
import type { Reservation } from './reservation.ts';

/**
 * What is known of an exchange after certain steps. A step's type names the facts it needs and those it adds,
 * and `sequence` accepts it only where the facts it needs are known.
 */

/** The caller is known. */
export interface Authenticated {
  credential: Credential;
}

/** The key or session is known. */
export interface Identified {
  key: MatchedKey;
}

/** The operator, or the key of one, is known. */
export interface Operated {
  operator: OperatorCaller;
}

/** The directory is known. */
export interface Directed {
  directory: DirectoryCaller;
}

/** The user signed in to the Console is known. */
export interface SignedIn {
  person: Person;
}

/** The user is an active member of the session's organization. */
export interface Member {
  person: Person & { readonly membership: Membership };
}

/** The model call is parsed. */
export interface Parsed {
  call: InferenceCall;
}

export interface ParsedEmbeddings {
  embeddings: EmbeddingsCall;
}

/** The model is chosen. */
export interface Selected {
  admission: Admission;
}

/** The call was counted against the model's limits per minute. */
export interface Rated {
  admission: { rates: RateTicket };
}

/** The payer is decided. */
export interface Reserved {
  admission: { reservation: Reservation };
}

/** A slot at the engines is held. */
export interface Admitted {
  admission: { lease: CapacityLease };
}

/** A call whose usage is recorded when it ends. */
export type MeteredExchange = Exchange & Authenticated & Selected & Rated & Reserved & Admitted;
/** A model call that is ready to run. */
export type GenerationExchange = MeteredExchange & Parsed;
/** An embeddings call that is ready to run. */
export type EmbeddingsExchange = MeteredExchange & ParsedEmbeddings;
/** A request of a user signed in to the Console. */
export type SignedInExchange = HttpExchange & SignedIn;
/** A request of somebody who runs the deployment. */
export type OperatorExchange = HttpExchange & Operated;
/** A request of the directory of an organization. */
export type DirectoryExchange = HttpExchange & Directed;
/** A request about an organization, made with one of its keys or by a member in the Console. */
export type CallerExchange = KeyExchange | MemberExchange;
export type KeyExchange = HttpExchange & Authenticated & Identified;
export type MemberExchange = HttpExchange & Member;
