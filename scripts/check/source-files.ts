import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface SourceFile {
  /** From the repository root, which is the working directory of every npm script. */
  readonly path: string;
  readonly text: string;
}

/** Every text file git knows or would add, so that an ignored folder is never read. */
export function sourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(path));
  return paths
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter((file) => !file.text.includes('\0'));
}
