/** Answers from stored objects: reads, and changes with all that belongs to one (transaction, audit, idempotency, epoch). */
export { handleChangeless } from './handle-changeless.ts';
export {
  handleMutation,
  handleFormMutation,
  type MutationDeps,
  type MakeMutation,
} from './handle-mutation.ts';
export { sendResponse, toResponse } from './to-response.ts';
export { handleRead } from './handle-read.ts';
export { IdempotentResponses, type StoredResponse, type IdempotentRequest } from './idempotent-responses.ts';
export { callerOf, sourceOf } from './caller.ts';
export { mutationsModule } from './mutations-module.ts';
export { openMutations } from './open-mutations.ts';
