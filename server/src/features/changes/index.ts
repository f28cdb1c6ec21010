/** Answers from stored objects: reads, and changes with all that belongs to one (transaction, audit, idempotency, epoch). */
export { answerChange, type ChangeDeps, type MakeChange } from './answer-change.ts';
export { answerRead } from './answer-read.ts';
export { IdempotentAnswers, type KeptAnswer, type NamedRequest } from './idempotent-answers.ts';
export { sourceOf } from './caller.ts';
export { changesModule } from './changes-module.ts';
