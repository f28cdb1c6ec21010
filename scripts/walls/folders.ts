import { posix } from 'node:path';
import { FOLDERS, PRIVILEGES, type PrivilegeName, type Folder } from './table.ts';

const byDepth = FOLDERS.toSorted((a, b) => b.path.length - a.path.length);

/** The folder that owns a file, given its path from the repository root. Files outside every folder have none. */
export function folderOf(path: string): Folder | undefined {
  return byDepth.find((folder) => path.startsWith(`${folder.path}/`));
}

/** Tests, their fixtures and the test kit put folders together in ways the product may not. */
export function isTest(path: string): boolean {
  return /\.test\.[cm]?ts$|\/test-support\//.test(path) || path.startsWith('server/test-kit/');
}

function matches(path: string, pattern: string): boolean {
  const segments = path.split('/');
  return pattern.split('/').every((part, i) => part === '*' || part === segments[i]);
}

/** Whether privileges bind this file at all, and if so whether it holds this one. */
export function mayUse(privilege: PrivilegeName, path: string): boolean {
  const bound = path.startsWith('contract/src/') || path.startsWith('server/src/');
  if (!bound || isTest(path)) return true;
  return PRIVILEGES[privilege].paths.some((pattern) => matches(path, pattern));
}

/** Where a folder keeps its own folders apart, the one that has the file. */
function partOf({ path: folder }: Folder, path: string): string | undefined {
  return path.slice(folder.length + 1).split('/')[0];
}

function throughEntryPoint(from: Folder, path: string, to: Folder, typeOnly: boolean): string | undefined {
  if (isTest(path)) return undefined;
  if (to === from)
    return 'A folder does not go through its own entry point: import the file itself, relatively.';
  if (from.mayImport === 'everything') return undefined;
  if (to.name === 'test-kit') return 'Only tests may import the test kit.';
  if (from.mayImport.includes(to.name) || (typeOnly && from.typesOnly?.includes(to.name))) return undefined;
  if (from.typesOnly?.includes(to.name))
    return `${from.name} may import only types of ${to.name}: use \`import type\`.`;
  return `${from.name} may not import ${to.name} (scripts/walls/table.ts).`;
}

/** Folders no package maps to `#` names (tools, the server's tests) may name an entry point by its file instead. */
function relative(from: Folder, path: string, specifier: string, typeOnly: boolean): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  if (target.includes('/test-support/') && !isTest(path)) return 'Only tests may import test fixtures.';
  const to = folderOf(target);
  if (to === from)
    return from.isApart && partOf(from, target) !== partOf(from, path)
      ? `"${specifier}" is in another folder of ${from.name}, which do not import each other.`
      : undefined;
  if (to?.name === 'test-kit' && isTest(path)) return undefined;
  if (to?.isOpen && from.mayImport !== 'everything') return throughEntryPoint(from, path, to, typeOnly);
  if (from.mayImport !== 'everything')
    return `"${specifier}" leaves the folder ${from.name}: import the other folder by its entry point.`;
  if (to === undefined) return undefined;
  return target === `${to.path}/index.ts`
    ? throughEntryPoint(from, path, to, typeOnly)
    : `"${specifier}" goes past the entry point of ${to.name}: import its index.ts.`;
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

/** Why a file may not import this specifier, or undefined when it may. */
export function importProblem(path: string, specifier: string, typeOnly: boolean): string | undefined {
  const from = folderOf(path);
  if (!from) return undefined;
  if (specifier.startsWith('.')) return relative(from, path, specifier, typeOnly);
  const to = FOLDERS.find((folder) => folder.entryPoint === specifier);
  if (to) return throughEntryPoint(from, path, to, typeOnly);
  if (specifier.startsWith('#') || specifier.startsWith('@svc/'))
    return `"${specifier}" is no entry point (scripts/walls/table.ts).`;
  const listed = !from.packages || isTest(path) || from.packages.includes(packageName(specifier));
  return listed ? undefined : `${from.name} may import only ${from.packages?.join(', ')}, not ${specifier}.`;
}
