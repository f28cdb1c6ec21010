import type { Kysely } from 'kysely';
import { HEADERS } from '@svc/contract';
import { sendJson, type Exchange, type Step } from '#exchange';
import { actorOf, recordAudit, requestEvent, type Change } from '#features/audit';
import { bumpEpoch, lockOrganization } from '#features/organization';
import type { Clock } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import type { InTurn } from './in-turn.ts';
import type { Claim, IdempotentAnswers, KeptAnswer } from './idempotent-answers.ts';

export interface ChangeRooms {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly answers: IdempotentAnswers;
  readonly inTurn: InTurn;
  /** Resolves when every node judges the credentials of the organization anew. */
  readonly credentialsChanged: (organizationId: string, epoch: number) => Promise<void>;
}

/** An object that did not exist before: its answer is 201. */
export class Created {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}

/** The work itself: refuses by throwing, else gives the body of the answer. */
export type MakeChange = (change: Change, exchange: Exchange) => Promise<object>;

interface Outcome extends KeptAnswer {
  readonly epoch: number | undefined;
}

/**
 * Makes one change in one transaction with its audit events, the event of the request and the answer kept for a repetition:
 * all of them exist or none. Answers when the change is in force on every node.
 */
export function answerChange(rooms: ChangeRooms, make: MakeChange): Step {
  return async (exchange) => {
    const claim = rooms.answers.claim(exchange);
    try {
      const transaction = () => rooms.db.transaction().execute((trx) => run(rooms, trx, exchange, claim, make));
      const outcome = await rooms.inTurn.run(exchange.credential.organizationId, transaction);
      exchange.audited = !outcome.replayed;
      if (outcome.epoch !== undefined) await rooms.credentialsChanged(exchange.credential.organizationId, outcome.epoch);
      const replayed = outcome.replayed ? [HEADERS.idempotentReplayed, 'true'] : [];
      sendJson(exchange, outcome.status, outcome.text, ['cache-control', 'no-store', ...replayed]);
    } finally {
      claim?.release();
    }
  };
}

async function run(
  rooms: ChangeRooms,
  trx: Kysely<Tables>,
  exchange: Exchange,
  claim: Claim | undefined,
  make: MakeChange,
): Promise<Outcome> {
  const earlier = claim && (await rooms.answers.find(trx, claim));
  if (earlier) return { ...earlier, epoch: undefined };
  const { organizationId } = exchange.credential;
  await lockOrganization(trx, organizationId);
  const change = changeOf(trx, exchange, rooms.clock.nowMs());
  const made = await make(change, exchange);
  const answer = { status: made instanceof Created ? 201 : 200, text: JSON.stringify(made instanceof Created ? made.body : made) };
  const event = requestEvent(exchange, answer.status);
  if (event) await recordAudit(trx, event, change.nowMs);
  if (claim) await rooms.answers.keep(trx, claim, answer);
  return { ...answer, replayed: false, epoch: change.touchesCredentials ? await bumpEpoch(trx, organizationId) : undefined };
}

function changeOf(trx: Kysely<Tables>, { credential, key, address, request, requestId }: Exchange, nowMs: number): Change {
  return {
    scope: new OrganizationScope(trx, credential.organizationId),
    source: {
      actor: actorOf(key!),
      ipAddress: address,
      userAgent: request.headers['user-agent'] ?? null,
      requestId,
    },
    userId: credential.userId,
    nowMs,
    touchesCredentials: false,
  };
}
