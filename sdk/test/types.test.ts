import { describe, expectTypeOf, it } from 'vitest';
import type * as contract from '@svc/contract';
import type { z } from 'zod';
import type * as sdk from '../src/index.ts';

// Checked by the compiler: a printed type that says something else than the schema does not compile here.
describe('printed types say what the schemas say', () => {
  it('of conversations', () => {
    expectTypeOf<sdk.ChatCompletion>().toEqualTypeOf<contract.ChatCompletion>();
    expectTypeOf<sdk.Message>().toEqualTypeOf<contract.Message>();
    expectTypeOf<sdk.EmbeddingList>().toEqualTypeOf<contract.EmbeddingList>();
    expectTypeOf<sdk.ModelList>().toEqualTypeOf<contract.ModelList>();
    expectTypeOf<sdk.ChatCompletionRequest>().toEqualTypeOf<contract.ChatCompletionRequest>();
    expectTypeOf<sdk.MessagesRequest>().toEqualTypeOf<contract.MessagesRequest>();
    expectTypeOf<sdk.EmbeddingsRequest>().toEqualTypeOf<contract.EmbeddingsRequest>();
  });

  it('of files', () => {
    expectTypeOf<sdk.File>().toEqualTypeOf<contract.FileObject>();
  });

  it('of errors', () => {
    expectTypeOf<sdk.ErrorFields>().toEqualTypeOf<contract.ErrorExtras>();
    expectTypeOf<sdk.OperationErrors[keyof sdk.OperationErrors]>().toExtend<sdk.ErrorCode>();
  });

  it('of the Admin API', () => {
    expectTypeOf<sdk.CreatePluginForm>().toEqualTypeOf<z.input<ReturnType<typeof contract.pluginSettings>>>();
    expectTypeOf<sdk.ApiKey>().toEqualTypeOf<contract.ApiKey>();
    expectTypeOf<sdk.Workspace>().toEqualTypeOf<contract.Workspace>();
    expectTypeOf<sdk.User>().toEqualTypeOf<contract.User>();
    expectTypeOf<sdk.Invite>().toEqualTypeOf<contract.Invite>();
    expectTypeOf<sdk.AuditEvent>().toEqualTypeOf<contract.AuditEvent>();
    expectTypeOf<sdk.UsageReport>().toEqualTypeOf<contract.UsageReport>();
    expectTypeOf<sdk.RateLimits>().toEqualTypeOf<contract.RateLimits>();
    expectTypeOf<sdk.SetSpendLimitBody>().toEqualTypeOf<contract.SpendLimitSetting>();
  });
});
