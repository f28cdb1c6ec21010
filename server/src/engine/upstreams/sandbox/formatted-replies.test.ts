import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strictSchema } from '../../../../test-kit/description/strict-schema.ts';
import { requestOf } from '../../test-support/requests.ts';
import type { ResponseFormat, Turn } from '../../turns.ts';
import { composeReply } from './compose-reply.ts';
import { sampleValue } from './sample-value.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const place: ResponseFormat = { type: 'json_schema', name: 'n', schema, strict: true };

const turn = (role: Turn['role'], text: string): Turn => ({ role, blocks: [{ type: 'text', text }] });

function replyTo(turns: readonly Turn[], responseFormat = place): string {
  const { text } = composeReply(requestOf({ turns, responseFormat }));
  return text.map((word) => word.text).join('');
}

describe('the sandbox with a requested form', () => {
  it('D-38 returns a matching value, an object or one that follows the schema', () => {
    expect(JSON.parse(replyTo([turn('user', 'Hello')]))).toEqual({ city: 'sandbox city' });
    expect(JSON.parse(replyTo([turn('user', 'Hello')], { type: 'json_object' }))).toEqual({
      sandbox: 'json_object',
    });
  });

  it.each([
    ['once', /^{"city"/],
    ['always', /^This is the sandbox/],
  ])('D-38 violates the form %s when directed', (when, corrected) => {
    const asked = turn('user', `[[sandbox: bad-format=${when}]] Hi`);
    expect(replyTo([asked])).toMatch(/^This is the sandbox/);
    expect(replyTo([asked, turn('assistant', 'no'), turn('user', 'Again.')])).toMatch(corrected);
  });

  it('D-38 knows no other way to be wrong, and says exactly the directed text', () => {
    expect(replyTo([turn('user', '[[sandbox: bad-format=twice]]')])).toContain(
      'must be written bad-format=once|always',
    );
    expect(replyTo([turn('user', '[[sandbox: say=null]]')])).toBe('null');
  });

  it('D-38 follows any strict schema', () => {
    fc.assert(
      fc.property(strictSchema, (any) => {
        const validate = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true }).compile(
          any,
        );
        const value: unknown = JSON.parse(JSON.stringify(sampleValue(any)));
        expect([validate(value), validate.errors]).toEqual([true, null]);
      }),
    );
  });
});
