import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that run for a minute or more: they start processes, or walk over every page of the Console. */
const LONG = /\/(?:conformance|limit-edges|workers|workers-ends|pages-by-role|dialogs|cut-texts)\.test\.ts$/;

/**
 * Where no earlier run tells how long a file takes, the largest go first, and one that is small and long would be left over:
 * one worker would be busy for minutes at the end, and the others with nothing.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, which is no list
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
