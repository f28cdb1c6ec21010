import type { SourceFile } from './source-files.ts';

interface LockEntry {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** Where the service is supported without a Node of one's own: Linux with glibc on these processors. */
const SUPPORTED_CPUS: ReadonlySet<string> = new Set(['x64', 'arm64']);

/**
 * Parts for other systems that the lock was written without: npm leaves the integrity out where a registry does not have a package,
 * and keeps the name, since without it `npm ci` fails on that system. `npm ci` never installs them on a supported one.
 */
function isForOtherPlatform({ optional, os, cpu, libc }: LockEntry): boolean {
  const isSupported =
    (os?.includes('linux') ?? true) &&
    (cpu?.some((one) => SUPPORTED_CPUS.has(one)) ?? true) &&
    (libc?.includes('glibc') ?? true);
  return optional === true && !isSupported;
}

/** Packages of a package-lock.json that would be installed unverified. Workspaces are links or lie outside of node_modules. */
function unverifiedPackages(lock: string): string[] {
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, LockEntry>> };
  return Object.entries(packages).flatMap(([path, entry]) =>
    path.includes('node_modules/') &&
    !entry.link &&
    !entry.integrity?.startsWith('sha512-') &&
    !isForOtherPlatform(entry)
      ? [
          `package-lock.json: ${path} has no integrity: install it from a registry that has it, and commit the lock`,
        ]
      : [],
  );
}

/** Images that a build would take by a name which can come to mean another one. A variable and an earlier stage are no names. */
function unpinnedImages(dockerfile: string): string[] {
  const stages = new Set([...dockerfile.matchAll(/^FROM .* AS (\S+)$/gim)].map(([, stage]) => stage));
  return [...dockerfile.matchAll(/^FROM (\S+)/gim)].flatMap(([, image = '']) =>
    image.startsWith('$') || image.includes('@sha256:') || stages.has(image)
      ? []
      : [`Dockerfile: ${image} has no digest`],
  );
}

/** One line for each thing from outside that is not pinned to its contents. */
export function unpinned(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (path === 'package-lock.json') return unverifiedPackages(text);
    return path.endsWith('Dockerfile') ? unpinnedImages(text) : [];
  });
}
