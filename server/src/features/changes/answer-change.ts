import type { Kysely } from 'kysely';
import { HEADERS } from '@svc/contract';
import type { CredentialsChanged } from '#cluster';
import { sendJson, type Exchange, type Step } from '#exchange';
import { recordAudit, requestEvent, userAgentOf, type Change } from '#features/audit';
import { bumpEpoch, lockOrganization } from '#features/organization';
import type { Clock } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { callerOf } from './caller.ts';
import type { InTurn } from './in-turn.ts';
import type { Claim, IdempotentAnswers, KeptAnswer } from './idempotent-answers.ts';

export interface ChangeRooms {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly answers: IdempotentAnswers;
  readonly inTurn: InTurn;
  readonly credentialsChanged: CredentialsChanged;
}

/** An object that did not exist before: its answer is 201. */
export class Created {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}

/** Refuses by throwing when the caller may not make changes any more. */
export type JudgeAgain = (scope: OrganizationScope, exchange: Exchange) => Promise<void>;

/** The work itself: refuses by throwing, else gives the body of the answer. */
export type MakeChange = (change: Change, exchange: Exchange) => Promise<object>;

interface Outcome extends KeptAnswer {
  readonly epoch: number | undefined;
}

/**
 * Makes one change in one transaction with its audit events, the event of the request and the answer kept for a repetition:
 * all of them exist or none. Answers when the change is in force on every node. The caller is judged again once it is its turn:
 * two owners who take each other's role at once are not both owners by then.
 */
export function answerChange(rooms: ChangeRooms, judgeAgain: JudgeAgain, make: MakeChange): Step {
  return async (exchange) => {
    const claim = rooms.answers.claim(exchange);
    const { organizationId } = callerOf(exchange);
    try {
      const transaction = () => rooms.db.transaction().execute((trx) => run({ ...rooms, judgeAgain, make }, trx, exchange, claim));
      const outcome = await rooms.inTurn.run(organizationId, transaction);
      exchange.audited = !outcome.replayed;
      if (outcome.epoch !== undefined) await rooms.credentialsChanged([{ organizationId, epoch: outcome.epoch }]);
      const replayed = outcome.replayed ? [HEADERS.idempotentReplayed, 'true'] : [];
      sendJson(exchange, outcome.status, outcome.text, ['cache-control', 'no-store', ...replayed]);
    } finally {
      claim?.release();
    }
  };
}

async function run(
  { answers, clock, judgeAgain, make }: ChangeRooms & { readonly judgeAgain: JudgeAgain; readonly make: MakeChange },
  trx: Kysely<Tables>,
  exchange: Exchange,
  claim: Claim | undefined,
): Promise<Outcome> {
  const { organizationId } = callerOf(exchange);
  if (claim) await answers.requireAlone(trx, claim);
  await lockOrganization(trx, organizationId);
  await judgeAgain(new OrganizationScope(trx, organizationId), exchange);
  const earlier = claim && (await answers.find(trx, claim));
  if (earlier) return { ...earlier, epoch: undefined };
  const change = changeOf(trx, exchange, clock.nowMs());
  const made = await make(change, exchange);
  const answer = { status: made instanceof Created ? 201 : 200, text: JSON.stringify(made instanceof Created ? made.body : made) };
  const event = requestEvent(exchange, answer.status);
  if (event) await recordAudit(trx, event, change.nowMs);
  if (claim) await answers.keep(trx, claim, answer);
  return { ...answer, replayed: false, epoch: change.touchesCredentials ? await bumpEpoch(trx, organizationId) : undefined };
}

function changeOf(trx: Kysely<Tables>, exchange: Exchange, nowMs: number): Change {
  const { organizationId, userId, actor } = callerOf(exchange);
  return {
    scope: new OrganizationScope(trx, organizationId),
    source: { actor, ipAddress: exchange.address, userAgent: userAgentOf(exchange), requestId: exchange.requestId },
    userId,
    nowMs,
    touchesCredentials: false,
  };
}
