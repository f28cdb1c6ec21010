import { fileURLToPath } from 'node:url';
import { createStaticPages, type Pages } from './static-pages.ts';

const BUILD = fileURLToPath(new URL('../../../../site/dist', import.meta.url));

/** The documentation. A page is a folder, whose `index.html` is found with and without the slash at its end. */
export function createDocsPages(directory = BUILD): Pages {
  return createStaticPages({
    home: '/docs',
    directory,
    unbuilt:
      'The documentation is not built. Run `npm run docs` in the folder of the service and reload this page.\n',
    find(files, name) {
      const page = files.get(name === '' ? 'index.html' : `${name.replace(/\/$/, '')}/index.html`);
      if (page) return { file: page, status: 200 };
      const missing = name.startsWith('assets/') ? undefined : files.get('404.html');
      return missing && { file: missing, status: 404 };
    },
  });
}
