import { expect, describe, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { ENTRA_SEQUENCE, OKTA_SEQUENCE, type SequenceStep } from './directory-sequences.ts';
import { startDirectory } from './directory-fixture.ts';

/** With the ids that earlier steps got. */
function withIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(value).replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => ids.get(name) ?? whole,
  );
  return JSON.parse(text) as T;
}

describe.each(await httpDatabases(import.meta.filename))(
  'whole sequences of directories on $kind',
  (database) => {
    it.each([
      ['Entra ID', ENTRA_SEQUENCE],
      ['Okta', OKTA_SEQUENCE],
    ] as const)('SCIM-09 SCIM-10 SCIM-15 %s goes from its first request to its last', async (_, sequence) => {
      const directory = await startDirectory(database);
      try {
        const ids = new Map<string, string>();
        for (const step of sequence) {
          const { method, path, body, status, response, as, without, what }: SequenceStep = withIds(
            step,
            ids,
          );
          const reply = await directory.scim(method, path, body);
          expect(reply.status, what).toBe(status);
          if (response !== undefined) expect(reply.body, what).toMatchObject(response);
          if (without !== undefined) expect(reply.body, what).not.toHaveProperty(without);
          if (as !== undefined) ids.set(as, reply.body.id as string);
        }
      } finally {
        await directory.stop();
      }
    });
  },
);
