/** Answers from stored objects: reads, and changes with all that belongs to one (transaction, audit, idempotency, epoch). */
export { answerChange, Created, type ChangeRooms, type MakeChange } from './answer-change.ts';
export { answerRead } from './answer-read.ts';
export { Housekeeping } from './housekeeping.ts';
export { InTurn } from './in-turn.ts';
export { IdempotentAnswers } from './idempotent-answers.ts';
