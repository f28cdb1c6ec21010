import { createHash } from 'node:crypto';
import { treeOfCommit } from './seed.ts';

/** Suites over HTTP are divided into so many parts. */
const SHARDS = 3;

/**
 * The part of the suites over HTTP that runs on the embedded database too, as `2/3`: by the files of the commit, so that a commit gets
 * the same verdict however often it is run, and three commits cover all. `TEST_SHARD` chooses one.
 */
export function embeddedShard({ TEST_SHARD }: NodeJS.ProcessEnv, tree = treeOfCommit): string {
  if (TEST_SHARD) return TEST_SHARD;
  return `${(createHash('sha256').update(tree()).digest()[0]! % SHARDS) + 1}/${SHARDS}`;
}
