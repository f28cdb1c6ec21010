import { execFileSync } from 'node:child_process';

/** Mounts a file system of 256 KiB on a directory, to be filled. False where this machine does not allow it: only root may mount. */
export function mountSmallDisk(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', directory], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
