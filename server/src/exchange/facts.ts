import type { CapacityLease } from '#engine';
import type { Credential, MatchedKey } from './credential.ts';
import type { EmbeddingsCall } from './embeddings-call.ts';
import type { Exchange } from './exchange.ts';
import type { HttpExchange } from './http/http-exchange.ts';
import type { Admission, InferenceCall } from './inference-call.ts';
import type { Membership, Person } from './person.ts';
import type { RateTicket } from './rate-ticket.ts';
import type { Reservation } from './reservation.ts';

/**
 * What is known of an exchange behind certain steps. A step is typed by the facts it needs and those it adds, and `sequence`
 * accepts it only where its facts are known.
 */

/** Who calls. */
export interface Authenticated {
  credential: Credential;
}

/** By which key or session. */
export interface Identified {
  key: MatchedKey;
}

/** Who is signed in to the Console. */
export interface SignedIn {
  person: Person;
}

/** An active member of the organization they look at. */
export interface Member {
  person: Person & { readonly membership: Membership };
}

/** What is asked of a model. */
export interface Parsed {
  call: InferenceCall;
}

export interface ParsedEmbeddings {
  embeddings: EmbeddingsCall;
}

/** Which model is to answer. */
export interface Selected {
  admission: Admission;
}

/** Counted against the limits per minute of the model. */
export interface Rated {
  admission: { rates: RateTicket };
}

/** Who pays. */
export interface Reserved {
  admission: { reservation: Reservation };
}

/** A slot at the engines is held. */
export interface Admitted {
  admission: { lease: CapacityLease };
}

/** A call whose usage is written down when it ends. */
export type MeteredExchange = Exchange & Authenticated & Selected & Rated & Reserved & Admitted;
/** A model call that may run. */
export type GenerationExchange = MeteredExchange & Parsed;
/** An embeddings call that may run. */
export type EmbeddingsExchange = MeteredExchange & ParsedEmbeddings;
/** A request of somebody who is signed in to the Console. */
export type SignedInExchange = HttpExchange & SignedIn;
/** A request about an organization: by a key of it, or by a member in the Console. */
export type CallerExchange = KeyExchange | MemberExchange;
export type KeyExchange = HttpExchange & Authenticated & Identified;
export type MemberExchange = HttpExchange & Member;
