/** Answers from stored objects: reads, and changes with all that belongs to one (transaction, audit, idempotency, epoch). */
export { answerChangeless } from './answer-changeless.ts';
export { answerMutation, answerForm, type MutationDeps, type MakeMutation } from './answer-mutation.ts';
export { sendAnswer, toAnswer } from './made-answer.ts';
export { answerRead } from './answer-read.ts';
export { IdempotentAnswers, type StoredResponse, type IdempotentRequest } from './idempotent-answers.ts';
export { sourceOf } from './caller.ts';
export { mutationsModule } from './mutations-module.ts';
export { openMutations } from './open-mutations.ts';
