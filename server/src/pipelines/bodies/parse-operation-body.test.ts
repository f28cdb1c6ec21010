import { LIMITS } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { parseOperationBody } from './parse-operation-body.ts';

const parse = (operationId: string, body: string) => () =>
  parseOperationBody(JSON.parse(body), { operationId, limits: LIMITS });

describe('a body', () => {
  it.each([
    ['createBatch', '{"input_file_id":"file_1","metadata":{"__proto__":"x"}}', 'metadata.__proto__'],
    ['createWorkspace', '{"name":"Lab","__proto__":{"is_default":true}}', '__proto__'],
    [
      'createPromptTemplate',
      '{"name":"a","messages":[{"role":"user","content":"x","__proto__":{}}]}',
      'messages[0].__proto__',
    ],
  ])('D-GEN-6 of %s with a member __proto__ is refused, not shortened', (operationId, body, param) => {
    expect(parse(operationId, body)).toThrow(
      expect.objectContaining({
        code: 'unknown_parameter',
        options: expect.objectContaining({ param }) as object,
      }) as Error,
    );
  });

  it('may have free names that objects inherit', () => {
    const body = '{"input_file_id":"file_1","metadata":{"constructor":"a","toString":"b"}}';
    expect(parse('createBatch', body)()).toMatchObject({ metadata: { constructor: 'a', toString: 'b' } });
  });
});
