import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { askFile, assertFile, upload, withFile, type Part } from '../../calls/file-call.ts';
import { SMALL_FILES } from '../../deployments/variants.ts';

const {
  file_bytes: FILE,
  large_file_bytes: LARGE,
  workspace_files: MAX_FILES,
  workspace_storage_bytes: ROOM,
} = SMALL_FILES;
const FULL = { status: 507, code: 'storage_quota_exceeded' } as const;

const partsOf = (purpose: string, bytes: number): readonly Part[] => [
  ['purpose', purpose],
  ['file', 'x'.repeat(bytes), 'a.txt'],
];

check(
  'FILE-23',
  'a file may have exactly as many bytes as its purpose allows, whichever form part comes first (D-FILE-3)',
  async (deployment) => {
    for (const [purpose, limit] of [
      ['document', FILE],
      ['code_input', LARGE],
    ] as const) {
      await withFile(deployment, partsOf(purpose, limit), (file) => assert.equal(file.bytes, limit));
      for (const parts of [partsOf(purpose, limit + 1), partsOf(purpose, limit + 1).toReversed()])
        assertError(await upload(deployment, parts), {
          status: 413,
          code: 'file_too_large',
          param: 'file',
          extra: { max_bytes: limit },
        });
    }
  },
  { variant: 'small-files' },
);

/** Uploads one after the other while `use` needs them. */
async function withFiles(
  deployment: Deployment,
  sizes: readonly number[],
  use: () => Promise<void>,
): Promise<void> {
  const ids: string[] = [];
  try {
    for (const size of sizes)
      ids.push(assertFile(await upload(deployment, partsOf('code_input', size)), 201).id);
    await use();
  } finally {
    for (const id of ids) await askFile(deployment, 'DELETE', id);
  }
}

check(
  'FILE-24',
  'a workspace has exact quotas of bytes and of files (D-FILE-6)',
  async (deployment) => {
    await withFiles(deployment, [LARGE, LARGE, ROOM - 2 * LARGE], async () => {
      assertError(await upload(deployment, partsOf('code_input', 1)), FULL);
    });
    await withFiles(
      deployment,
      Array.from({ length: MAX_FILES }, () => 1),
      async () => void assertError(await upload(deployment, partsOf('code_input', 1)), FULL),
    );
    await withFile(deployment, partsOf('code_input', LARGE), (file) => assert.equal(file.bytes, LARGE));
  },
  { variant: 'small-files' },
);
