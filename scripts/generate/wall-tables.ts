import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GeneratedFile } from '../generate.ts';
import { FOLDERS, PRIVILEGES, type Folder } from '../walls/table.ts';

const DOCUMENT = 'ARCHITECTURE.md';
const FEATURE = 'features/';
const SERVER = 'server/src/';

/** `tunnel-protocol` does not say where it is; `kit` does. */
function labelOf({ name, path, isOpen }: Folder): string {
  return isOpen || path === name || path === SERVER + name ? name : `${name} (\`${path}\`)`;
}

/** What a folder that is no feature may import. All features together are one word. */
function importsOf({ mayImport, typesOnly = [], packages, isApart }: Folder): string {
  if (mayImport === 'everything') return 'everything';
  const names = [...new Set(mayImport.map((name) => (name.startsWith(FEATURE) ? 'features' : name)))];
  const parts = [names.length > 0 ? names.join(', ') : 'nothing'];
  if (typesOnly.length > 0) parts.push(`types of ${typesOnly.join(', ')}`);
  if (packages) parts.push(packages.length > 0 ? `of packages only ${packages.join(', ')}` : 'no packages');
  if (isApart) parts.push('its own folders not each other');
  return parts.join('; ');
}

/** The row of all features: what each may import, and what single ones may beside that. */
function featureRow(features: readonly Folder[]): readonly [string, string] {
  const [first, ...others] = features.map(({ name, mayImport }) => ({
    name: name.slice(FEATURE.length),
    imports: mayImport === 'everything' ? [] : mayImport.filter((one) => !one.startsWith(FEATURE)),
  }));
  const also = others.flatMap(({ name, imports }) => {
    const more = imports.filter((one) => !first?.imports.includes(one));
    return more.length > 0 ? [`; ${name} also ${more.join(', ')}`] : [];
  });
  return ['features', `${first?.imports.join(', ')}, earlier features${also.join('')}`];
}

export function importTable(folders: readonly Folder[]): string {
  const features = folders.filter(({ name }) => name.startsWith(FEATURE));
  const rows = folders.flatMap((folder) => {
    if (folder === features[0]) return [featureRow(features)];
    return features.includes(folder) ? [] : [[labelOf(folder), importsOf(folder)] as const];
  });
  const byImports = Map.groupBy(rows, ([, imports]) => imports);
  const lines = [...byImports].map(
    ([imports, same]) => `| ${same.map(([label]) => label).join(', ')} | ${imports} |`,
  );
  return ['| Folder | May import |', '| --- | --- |', ...lines].join('\n');
}

function privilegeTable(): string {
  const lines = Object.values(PRIVILEGES).map(
    ({ what, paths }) => `| ${what} | ${paths.map((path) => `\`${path.replace(SERVER, '')}\``).join(', ')} |`,
  );
  return ['| | Only in |', '| --- | --- |', ...lines].join('\n');
}

/** The document with the table between the two marks of this name. Throws if it has no such marks. */
function withTable(document: string, name: string, table: string): string {
  const [open, close] = [
    `<!-- ${name}: generated from scripts/walls/table.ts -->`,
    `<!-- end of ${name} -->`,
  ];
  const [from, to] = [document.indexOf(open), document.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no marks for the table of ${name}.`);
  return `${document.slice(0, from)}${open}\n\n${table}\n\n${document.slice(to)}`;
}

function featureList(folders: readonly Folder[]): string {
  const features = folders.filter(({ name }) => name.startsWith(FEATURE));
  return `${features.map(({ name }) => name.slice(FEATURE.length)).join(', ')}.`;
}

/** The tables of the walls in ARCHITECTURE.md, so that they cannot differ from the walls. */
export function outputs(): Promise<GeneratedFile[]> {
  const document = readFileSync(fileURLToPath(new URL(`../../${DOCUMENT}`, import.meta.url)), 'utf8');
  const parts = {
    features: featureList(FOLDERS),
    imports: importTable(FOLDERS),
    privileges: privilegeTable(),
  };
  let text = document;
  for (const [name, table] of Object.entries(parts)) text = withTable(text, name, table);
  return Promise.resolve([{ path: DOCUMENT, text }]);
}
