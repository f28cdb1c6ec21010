import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { HOME } from './contents.ts';

const SITE = join(import.meta.dirname, '..');
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const CONSOLE_STYLES = join(SITE, '../console/src/styles');

/** URLs of the scripts and styles, by name: each has a digest in its file name, so that browsers may keep it. */
export type Assets = Readonly<Record<string, string>>;

export async function bundleAssets(into: string): Promise<Assets> {
  await mkdir(join(into, 'assets'), { recursive: true });
  const scripts = await bundleScripts(into);
  const files = {
    'docs.css': `${await readTheme(into)}\n${await readFile(join(SITE, 'styles/docs.css'), 'utf8')}`,
    'reference.css': await readFile(join(SITE, 'styles/reference.css'), 'utf8'),
    'swagger-ui.css': withoutMap(await readFile(join(SWAGGER_UI, 'swagger-ui.css'), 'utf8')),
    'swagger-ui.js': withoutMap(await readFile(join(SWAGGER_UI, 'swagger-ui-bundle.js'), 'utf8')),
    'icon.svg': await readFile(join(SITE, '../console/public/icon.svg'), 'utf8'),
  };
  const named = Object.entries(files).map(async ([name, content]) => [
    name,
    await writeAsset(into, name, content),
  ]);
  return { ...scripts, ...Object.fromEntries(await Promise.all(named)) };
}

async function bundleScripts(into: string): Promise<Record<string, string>> {
  const names = ['theme', 'page', 'reference'];
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(SITE, `browser/${name}.ts`)])),
  });
  const { output } = await bundle.write({
    dir: into,
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
    minify: true,
  });
  await bundle.close();
  return Object.fromEntries(
    output.flatMap((file) =>
      file.type === 'chunk' && file.isEntry ? [[`${file.name}.js`, HOME + file.fileName]] : [],
    ),
  );
}

async function writeAsset(into: string, name: string, content: string | Buffer): Promise<string> {
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const file = `assets/${name.replace('.', `-${digest}.`)}`;
  await writeFile(join(into, file), content);
  return HOME + file;
}

/** The Console's colours and its font: one product, one list. Writes the files of the font. */
async function readTheme(into: string): Promise<string> {
  const css = await readFile(join(CONSOLE_STYLES, 'app.css'), 'utf8');
  const themes = [...css.matchAll(/@theme[^{]*\{([^}]*)\}/g)].map(([, values]) => values);
  const fonts = [...css.matchAll(/@font-face \{[^}]*url\('([^']+)'\)[^}]*\}/g)].map(
    async ([face, path = '']) => {
      const bytes = await readFile(join(CONSOLE_STYLES, path));
      return face.replace(path, await writeAsset(into, basename(path), bytes));
    },
  );
  return `${(await Promise.all(fonts)).join('\n')}\n:root {${themes.join('')}}`;
}

/** The map lies elsewhere, and only developers' tools would ask for it. */
function withoutMap(text: string): string {
  return text.replace(/\/[/*]# sourceMappingURL=.*$/m, '');
}
